/** Where the product is opened (spec 1): two workplace chats, so six environments in all. */
export const ENVIRONMENTS = ["enterprise-chat", "social-chat", "dingtalk", "lark", "teams", "browser"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Order matters: the enterprise client's user agent also names the social one. Bots and look-alikes match none. */
const AGENTS: readonly (readonly [RegExp, Environment])[] = [
  // `wxworklocal` is the enterprise client that a company runs by itself.
  [/\bwxwork(local)?\/|\bwecom\//i, "enterprise-chat"],
  [/\bMicroMessenger\//i, "social-chat"],
  // In brackets on desktops, after `AliApp(` on phones.
  [/\bDingTalk(-Flutter)?[/(]/i, "dingtalk"],
  [/\b(Lark|Feishu)\/\d/i, "lark"],
  [/\bTeams\/\d|\bTeamsMobile-/i, "teams"],
];

const HOSTS: readonly (readonly [RegExp, Environment])[] = [
  [/(^|\.)work\.weixin\.qq\.com$/, "enterprise-chat"],
  [/(^|\.)dingtalk\.com$/, "dingtalk"],
  [/(^|\.)(feishu\.cn|larksuite\.com|larkoffice\.com)$/, "lark"],
  [/(^|\.)teams\.(microsoft\.com|live\.com|cloud\.microsoft|microsoft\.us|microsoftonline\.cn)$/, "teams"],
];
/** Where a plain browser comes back from single sign-on: that makes no client of it. */
const SIGN_ON = /^(login|accounts|passport)\./;

/** The environment by user agent, then by referrer; what is unknown is a browser (spec A3). */
export function detectEnvironment(userAgent: string, referrer = ""): Environment {
  for (const [pattern, environment] of AGENTS) if (pattern.test(userAgent)) return environment;
  const host = hostOf(referrer);
  if (!host || SIGN_ON.test(host)) return "browser";
  for (const [pattern, environment] of HOSTS) if (pattern.test(host)) return environment;
  return "browser";
}

function hostOf(referrer: string): string | undefined {
  try {
    const url = new URL(referrer);
    return url.protocol === "https:" ? url.hostname.toLowerCase() : undefined;
  } catch {
    return undefined;
  }
}
