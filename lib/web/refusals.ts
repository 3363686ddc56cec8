import type { PageHead } from "./links";

/** What a page is that was answered and still is not the page: a check of visitors, a wall, an empty frame for scripts. */
export type Wall = "challenge" | "limited" | "scripts";

/** Words and scripts by which services that check visitors are known; a page about them has far more text. */
const CHALLENGES = [
  /\/cdn-cgi\/challenge-platform\//i,
  /<title>\s*just a moment\b/i,
  /<title>\s*attention required! \| cloudflare/i,
  /_incapsula_resource/i,
  /captcha-delivery\.com/i,
  /px-captcha|perimeterx/i,
  /sec-if-cpt-container|akamai bot manager/i,
  /awswafcookiedomainlist|token\.awswaf\.com/i,
  /wappass\.baidu\.com|百度安全验证/i,
  /(请完成|请进行)(下列|以下)?(安全)?验证|滑动验证|人机验证/,
  /verify(ing)? (that )?you are (a )?human|are you a robot\?/i,
];
/** A check of visitors says little. */
const CHALLENGE_TEXT_MAX = 1500;
const LOGIN_PATH = /\/(log-?in|sign-?in|passport|sso|auth|account\/login)(\/|\.|$)/i;
const LOGIN_TEXT_MAX = 600;
const SCRIPTS_TEXT_MAX = 200;
const NEEDS_SCRIPTS =
  /enable javascript|requires javascript|javascript (is )?(required|disabled)|需要启用\s*javascript|启用\s*javascript|<div id=["']?(root|app|__next|__nuxt)["']?[^>]{0,200}>\s*<\/div>/i;
const NOT_FREE = /"isaccessibleforfree"\s*:\s*"?false/i;

/** Whether a refused answer is a check of visitors. */
export function isChallenge(headers: Headers, body: string): boolean {
  if (headers.get("cf-mitigated") === "challenge") return true;
  return CHALLENGES.some((sign) => sign.test(body));
}

interface Seen {
  html: string;
  head: PageHead;
  /** Characters of its words. */
  characters: number;
  asked: string;
  /** Where it was found in the end. */
  url: string;
}

/** What an answered page is instead of itself; null where it is itself. */
export function wallOf({ html, head, characters, asked, url }: Seen): Wall | null {
  const body = html.slice(0, 200_000);
  if (characters < CHALLENGE_TEXT_MAX && CHALLENGES.some((sign) => sign.test(body))) return "challenge";
  if (NOT_FREE.test(body)) return "limited";
  const wasSentToLogin =
    asked !== url && LOGIN_PATH.test(new URL(url).pathname) && !LOGIN_PATH.test(new URL(asked).pathname);
  if (wasSentToLogin && head.hasPassword) return "limited";
  if (head.hasPassword && characters < LOGIN_TEXT_MAX) return "limited";
  if (characters < SCRIPTS_TEXT_MAX && head.scripts > 0 && NEEDS_SCRIPTS.test(body)) return "scripts";
  return null;
}
