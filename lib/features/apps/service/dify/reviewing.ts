import {
  REVIEW_KEYWORD_LENGTH,
  REVIEW_KEYWORDS_MAX,
  REVIEW_NAME_MAX,
  REVIEW_REPLY_MAX,
} from "@/lib/config/review-kinds";
import { keywordsOf, type OwnReviewRule } from "@/lib/review/rule-schema";
import { cut } from "@/lib/text/storable";
import type { Left } from "../files";
import { type Data, isData, wordIn } from "./raw";

const LEFT: Left = { what: "setting", name: "sensitive_word_avoidance" };

/** Words of theirs that are refused, as review rules of an app; what cannot be one is told. */
export function reviewRulesOf(config: Data): { rules: OwnReviewRule[]; left: Left[] } {
  const { sensitive_word_avoidance: avoidance } = config;
  if (!isData(avoidance) || avoidance.enabled !== true) return { rules: [], left: [] };
  const set = isData(avoidance.configs) ? avoidance.configs : {};
  const all = keywordsOf(wordIn(set.keywords));
  const keywords = all.filter((word) => [...word].length <= REVIEW_KEYWORD_LENGTH).slice(0, REVIEW_KEYWORDS_MAX);
  const sides = (["input", "output"] as const).flatMap((side) => {
    const of = set[`${side}s_config`];
    const reply = isData(of) && of.enabled === true ? cut(wordIn(of.preset_response).trim(), REVIEW_REPLY_MAX) : "";
    return reply ? [{ side, reply }] : [];
  });
  if (avoidance.type !== "keywords" || keywords.length === 0 || sides.length === 0) return { rules: [], left: [LEFT] };
  const rules = sides.map(({ side, reply }) => ({
    name: cut(`sensitive_word_avoidance ${side}`, REVIEW_NAME_MAX),
    ...{ description: "", keywords, presetReply: reply, enabled: true },
    ...{ reviewsInput: side === "input", reviewsOutput: side === "output" },
  }));
  return { rules, left: keywords.length < all.length ? [LEFT] : [] };
}
