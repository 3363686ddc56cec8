// Search services in the shape each of them answers, successes and refusals.
export const SEARCH_KEY = "search-key-0123456789";

/** A hit stands on the first host a query is narrowed to, or on example.com. */
function hits(words, count = 10, sites = siteTerms(words)) {
  const query = words.replace(/^\(?(site:\S+( OR )?)+\)?\s*/, "");
  return Array.from({ length: Math.min(count, 20) }, (_, index) => ({
    title: `Result ${index + 1} for ${query}`,
    url: `https://${sites[index % sites.length] ?? "example.com"}/${index + 1}`,
    text: `Passage ${index + 1} about <strong>${query}</strong>`,
    picture: `https://pictures.example.com/${index + 1}.jpg`,
  }));
}
const siteTerms = (words) => [...words.matchAll(/site:([^\s)]+)/g)].map(([, host]) => host);

const CHALLENGE = `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body>
<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8c0"></script></body></html>`;
const FORBIDDEN = `<!doctype html><html lang=en><title>403 Forbidden</title><h1>Forbidden</h1></html>`;

const searxng = ({ query }) => {
  const words = query.get("q");
  if (query.get("format") !== "json" || words === "json off") return [403, FORBIDDEN];
  if (words === "challenge") return [403, CHALLENGE, { "cf-mitigated": "challenge" }];
  if (words === "too many") return [429, "Too Many Requests"];
  const rest = { answers: [], corrections: [], infoboxes: [], suggestions: [] };
  if (words === "silent engines") {
    const unresponsive_engines = [
      ["google", "CAPTCHA"],
      ["brave", "Suspended: too many requests"],
    ];
    return [200, { query: words, number_of_results: 0, results: [], ...rest, unresponsive_engines }];
  }
  // Reasons are told in the language of the instance.
  if (words === "引擎无应答") {
    const unresponsive_engines = [["baidu", "暂停服务: 验证码"]];
    return [200, { query: words, number_of_results: 0, results: [], ...rest, unresponsive_engines }];
  }
  if (query.get("categories") === "images") {
    const results = hits(words).map(({ title, url, picture }) => ({
      ...{ url, title, content: "", thumbnail_src: `${picture}?s`, img_src: picture.replace("https:", "") },
      ...{ resolution: "1920 x 1080", engine: "bing images", template: "images.html", category: "images" },
    }));
    return [200, { query: words, number_of_results: 0, results, ...rest, unresponsive_engines: [] }];
  }
  const results = hits(words).map(({ title, url, text }, index) => ({
    ...{
      url,
      title,
      content: text,
      engine: "duckduckgo",
      template: "default.html",
      parsed_url: ["https", "", "/", "", "", ""],
    },
    ...{ engines: ["duckduckgo"], positions: [index + 1], score: 1, category: "general", img_src: "", thumbnail: null },
    publishedDate: index === 0 ? "2026-03-05T00:00:00" : null,
  }));
  const bad = { title: "bad", url: "javascript:alert(1)", content: "" };
  return [200, { query: words, number_of_results: 0, results: [bad, ...results], ...rest, unresponsive_engines: [] }];
};

const braveError = (status, code, detail) => [
  status,
  { type: "ErrorResponse", error: { id: "0", status, code, detail }, time: 1_770_000_000 },
];
const brave = ({ query, headers, path }) => {
  if (headers["x-subscription-token"] !== SEARCH_KEY) {
    return braveError(422, "SUBSCRIPTION_TOKEN_INVALID", "The provided subscription token is invalid.");
  }
  if (query.get("q") === "too many") {
    return [...braveError(429, "RATE_LIMITED", "Request rate limit exceeded for plan."), { "retry-after": "120" }];
  }
  const found = hits(query.get("q"), Number(query.get("count")));
  if (path.endsWith("/images/search")) {
    const results = found.map(({ title, url, picture }) => ({
      ...{ type: "image_result", title, url, source: "example.com", page_fetched: "2026-01-02T03:04:05Z" },
      thumbnail: { src: `${picture}?s`, width: 500, height: 281 },
      properties: { url: picture, placeholder: `${picture}?p`, width: 1920, height: 1080 },
    }));
    return [200, { type: "images", query: { original: query.get("q") }, results, extra: {} }];
  }
  if (query.get("q") === "nothing") return [200, { type: "search", query: { original: "nothing" } }];
  const results = found.map(({ title, url, text }, index) => ({
    ...{ title, url, description: text, type: "search_result", subtype: "generic", language: "en" },
    ...(index === 0 && { page_age: "2026-03-05T00:00:00", age: "March 5, 2026" }),
  }));
  return [200, { type: "search", query: { original: query.get("q") }, web: { type: "search", results } }];
};

const bing = ({ query, headers, path }) => {
  if (headers["ocp-apim-subscription-key"] !== SEARCH_KEY) {
    const message = "Access denied due to invalid subscription key or wrong API endpoint.";
    return [401, { error: { code: "401", message } }];
  }
  if (query.get("q") === "over the plan") {
    return [
      403,
      { error: { code: "403", message: "Out of call volume quota. Quota will be replenished in 10 days." } },
    ];
  }
  const found = hits(query.get("q"), Number(query.get("count")));
  if (path.endsWith("/images/search")) return [200, { _type: "Images", value: found.map(bingPicture) }];
  if (query.get("q") === "nothing")
    return [200, { _type: "SearchResponse", queryContext: { originalQuery: "nothing" } }];
  const value = found.map(bingPage);
  return [200, { _type: "SearchResponse", webPages: { webSearchUrl: "", totalEstimatedMatches: 10, value } }];
};
const bingPage = ({ title, url, text }, index) => ({
  ...{
    id: `#WebPages.${index}`,
    name: title,
    url,
    displayUrl: url,
    snippet: text,
    dateLastCrawled: "2026-04-01T00:00:00Z",
  },
  ...(index === 0 && { datePublished: "2026-03-05T00:00:00.0000000Z" }),
});
const bingPicture = ({ title, url, picture }) => ({
  ...{ name: title, contentUrl: picture, hostPageUrl: url, thumbnailUrl: `${picture}?s`, width: 1920, height: 1080 },
});

const serper = ({ body, headers, path }) => {
  if (headers["x-api-key"] !== SEARCH_KEY) return [403, { message: "Unauthorized.", statusCode: 403 }];
  if (body.q === "over the plan") return [400, { message: "Not enough credits", statusCode: 400 }];
  const found = hits(body.q, body.num);
  const searchParameters = { q: body.q, type: "search", engine: "google" };
  if (path.endsWith("/images")) {
    const images = found.map(({ title, url, picture }, index) => ({
      ...{ title, imageUrl: picture, imageWidth: 1920, imageHeight: 1080, thumbnailUrl: `${picture}?s` },
      ...{ source: "Example", domain: "example.com", link: url, position: index + 1 },
    }));
    return [200, { searchParameters, images, credits: 1 }];
  }
  const organic = found.map(({ title, url, text }, index) => ({
    ...{ title, link: url, snippet: text, position: index + 1 },
    ...(index === 0 && { date: "Mar 5, 2026" }),
    ...(index === 1 && { date: "3 days ago" }),
  }));
  return [200, { searchParameters, organic, credits: 1 }];
};

const tavily = ({ body, headers }) => {
  if (headers.authorization !== `Bearer ${SEARCH_KEY}`) {
    return [401, { detail: { error: `Unauthorized: ${headers.authorization?.slice(7)} is no key` } }];
  }
  if (body.query === "over the plan") return [432, { detail: { error: "This request exceeds your plan's limit" } }];
  const found = hits(body.query, body.max_results, body.include_domains ?? []);
  const images = body.include_images ? found.map(({ title, picture }) => ({ url: picture, description: title })) : [];
  const results = found.map(({ title, url, text }) => ({ title, url, content: text, score: 0.9, raw_content: null }));
  return [200, { query: body.query, answer: null, images, results, response_time: 0.5 }];
};

const bocha = ({ body, headers }) => {
  if (headers.authorization !== `Bearer ${SEARCH_KEY}`) return [401, { code: "401", message: "Invalid API KEY" }];
  if (body.query === "too many") return [429, { code: "429", message: "You have reached the request limit" }];
  if (body.query === "over the plan") return [403, { code: "403", message: "You do not have enough money" }];
  const found = hits(body.query, body.count, body.include?.split("|") ?? []);
  const data = {
    _type: "SearchResponse",
    webPages: { value: found.map(bingPage) },
    images: { value: found.map(bingPicture) },
  };
  return [200, { code: 200, log_id: "0", msg: null, data }];
};

/** Where each of them answers, below an address of its own. */
const PATHS = {
  "/searxng/search": searxng,
  "/brave/res/v1/web/search": brave,
  "/brave/res/v1/images/search": brave,
  "/bing/v7.0/search": bing,
  "/bing/v7.0/images/search": bing,
  "/serper/search": serper,
  "/serper/images": serper,
  "/tavily/search": tavily,
  "/bocha/v1/web-search": bocha,
};

/**
 * Answers a request for a search service; false when it is none. `state.searchFails` names the services that fail: with
 * a status, or not at all with `hang`. `state.deaf` are the addresses a service finds whatever it is asked.
 */
export function answerSearch(state, { url, headers, body }, response) {
  const { pathname: path, searchParams: query } = url;
  const fails = state.searchFails?.[path.split("/")[1]];
  if (fails === "hang") return true;
  if (path === "/garbage/search") return Boolean(response.end("<html>not json</html>"));
  if (path === "/strange/search") return Boolean(response.end(JSON.stringify({ results: "none" })));
  // It pays no heed to hosts.
  if (path === "/deaf/search") {
    const results = state.deaf.map((url) => ({ title: url, url, content: "" }));
    return Boolean(response.end(JSON.stringify({ results })));
  }
  const answer = PATHS[path]?.({ query, headers, body, path });
  if (!answer) return false;
  const [status, said, more = {}] = fails ? [fails, { error: "fails" }] : answer;
  const isText = typeof said === "string";
  response.writeHead(status, { "content-type": isText ? "text/html; charset=utf-8" : "application/json", ...more });
  response.end(isText ? said : JSON.stringify(said));
  return true;
}
