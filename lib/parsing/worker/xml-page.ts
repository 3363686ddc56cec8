// Pages written as XML. In XML `<title/>` has nothing in it; HTML knows no such end and takes all that follows for a title.

const IS_XML = /^\s*(?:<\?xml\s|<!DOCTYPE\s+html\s+PUBLIC\s+["']-\/\/W3C\/\/DTD XHTML)/i;
const CLOSED_AT_ONCE = /<([a-z][\w:-]*)((?:\s+[\w:.-]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'))?)*)\s*\/>/gi;
const WITHOUT_END = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;

/** The page with the ends HTML wants, where it was written as XML; else as it is. */
export function endedAsHtml(text: string): string {
  if (!IS_XML.test(text.slice(0, 1000))) return text;
  return text.replace(CLOSED_AT_ONCE, (tag, name: string, attributes: string) =>
    WITHOUT_END.test(name) ? tag : `<${name}${attributes}></${name}>`,
  );
}
