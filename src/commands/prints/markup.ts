/** What may stand as text in HTML and in XML: no markup, and nothing that is no character there. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}
