export const version = typeof OPTTY_VERSION === 'string' ? OPTTY_VERSION : '0';
