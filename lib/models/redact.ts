/**
 * Takes what identifies people and opens doors out of a text: e-mail addresses, phone numbers, identity and bank card
 * numbers, keys and tokens. Words stay. For log level `redacted` (spec O7).
 */
export function redactContent(text: string): string {
  return text
    .replace(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, "[e-mail]")
    .replace(/\b(?:sk|pk|key|token|ghp|xox[bp])[-_][\w-]{6,200}/gi, "[key]")
    .replace(/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/g, "[token]")
    .replace(/(?<!\d)\d{17}[\dXx](?![\dXx])/g, "[id]")
    .replace(/(?<!\d)(?:\d[ -]?){15,18}\d(?!\d)/g, "[card]")
    .replace(/(?<![\d.])\+?\d{1,3}[ -]?1?\d{2,4}[ -]?\d{3,4}[ -]?\d{4}(?![\d.])/g, "[phone]");
}
