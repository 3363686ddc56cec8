/** Address of a conversation; without one, of the place where they begin. Spelled as the specification spells it. */
export const chatHref = (id?: string) => `/personal/document/comminicate${id ? `?id=${id}` : ""}`;

/** Address of one document and its overview. */
export const documentHref = (id?: string) => `/personal/document/document-analysis${id ? `?doc=${id}` : ""}`;
