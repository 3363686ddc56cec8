/** Addresses of the screens of web search, spelled as the specification spells them. */
const SEARCH = "/personal/search";

export const mainHref = `${SEARCH}/search-main`;
export const historyHref = `${SEARCH}/history`;
export const sourcesHref = `${SEARCH}/source-management`;
export const sourceHref = (id: string) => `${sourcesHref}?open=${id}`;
export const paramsHref = `${SEARCH}/params-config`;
/** Of a search; without one, where searches begin. */
export const resultHref = (session?: string) => (session ? `${SEARCH}/result?session=${session}` : mainHref);
