/** Where the product is opened (spec 1): two workplace chats, so six environments in all. */
export const ENVIRONMENTS = ["enterprise-chat", "social-chat", "dingtalk", "lark", "teams", "browser"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Order matters: the enterprise client's user agent also names the social one. */
const AGENTS: readonly (readonly [RegExp, Environment])[] = [
  [/\bwxwork\b|\bwecom\b/i, "enterprise-chat"],
  [/\bMicroMessenger\b/i, "social-chat"],
  [/\bDingTalk\b|\bAliApp\(DingTalk/i, "dingtalk"],
  [/\bLark\b|\bFeishu\b/i, "lark"],
  [/\bTeams(?:Mobile-|\/|\b)|\bTeamsMobile\b/i, "teams"],
];

const HOSTS: readonly (readonly [RegExp, Environment])[] = [
  [/(^|\.)work\.weixin\.qq\.com$/, "enterprise-chat"],
  [/(^|\.)dingtalk\.com$/, "dingtalk"],
  [/(^|\.)(feishu\.cn|larksuite\.com|larkoffice\.com)$/, "lark"],
  [/(^|\.)(teams\.microsoft\.com|teams\.live\.com|teams\.cloud\.microsoft)$/, "teams"],
];

/** The environment by user agent, then by referrer; what is unknown is a browser (AHEAD A3). */
export function detectEnvironment(userAgent: string, referrer = ""): Environment {
  for (const [pattern, environment] of AGENTS) if (pattern.test(userAgent)) return environment;
  const host = hostOf(referrer);
  if (host) for (const [pattern, environment] of HOSTS) if (pattern.test(host)) return environment;
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
