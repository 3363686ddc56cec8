import type { Locale } from "@/lib/i18n/locales";
import type { PromptType, PromptVariable } from "./kinds";
import { SHIPPED_PROMPTS_EN } from "./shipped-prompts-en";
import { SHIPPED_PROMPTS_ZH } from "./shipped-prompts-zh";
import { SHIPPED_ROLES_EN } from "./shipped-roles-en";
import { SHIPPED_ROLES_ZH } from "./shipped-roles-zh";

/** A text that comes with the product, in one language. */
export interface ShippedText {
  name: string;
  description: string;
  content: string;
  roleName: string;
  variables: PromptVariable[];
}

/** Kinds a new installation begins with. */
export const SHIPPED_CATEGORIES = [
  { key: "writing", nameZh: "写作表达", nameEn: "Writing" },
  { key: "analysis", nameZh: "分析决策", nameEn: "Analysis" },
  { key: "meetings", nameZh: "会议汇报", nameEn: "Meetings and reports" },
  { key: "languages", nameZh: "翻译语言", nameEn: "Languages" },
  { key: "engineering", nameZh: "研发技术", nameEn: "Engineering" },
  { key: "people", nameZh: "人力与服务", nameEn: "People and service" },
] as const;
export type ShippedCategory = (typeof SHIPPED_CATEGORIES)[number]["key"];

/** What ships, with its kind; texts by key in both languages stand in the files beside. */
export const SHIPPED: readonly { key: string; type: PromptType; category: ShippedCategory }[] = [
  { key: "role.editor", type: "role", category: "writing" },
  { key: "role.analyst", type: "role", category: "analysis" },
  { key: "role.project", type: "role", category: "meetings" },
  { key: "role.translator", type: "role", category: "languages" },
  { key: "role.engineer", type: "role", category: "engineering" },
  { key: "role.data", type: "role", category: "engineering" },
  { key: "role.contract", type: "role", category: "analysis" },
  { key: "role.people", type: "role", category: "people" },
  { key: "role.service", type: "role", category: "people" },
  { key: "role.coach", type: "role", category: "people" },
  { key: "weekly-report", type: "user", category: "meetings" },
  { key: "minutes", type: "user", category: "meetings" },
  { key: "presentation", type: "user", category: "meetings" },
  { key: "business-mail", type: "user", category: "writing" },
  { key: "summary", type: "user", category: "writing" },
  { key: "anomaly", type: "user", category: "analysis" },
  { key: "comparison", type: "user", category: "analysis" },
  { key: "translation", type: "user", category: "languages" },
  { key: "code-review", type: "user", category: "engineering" },
  { key: "query", type: "user", category: "engineering" },
  { key: "interview", type: "user", category: "people" },
  { key: "complaint", type: "user", category: "people" },
];

const TEXTS: Record<Locale, Readonly<Record<string, ShippedText>>> = {
  zh_CN: { ...SHIPPED_ROLES_ZH, ...SHIPPED_PROMPTS_ZH },
  en_US: { ...SHIPPED_ROLES_EN, ...SHIPPED_PROMPTS_EN },
};

/** The text of a shipped prompt in a language; undefined for a key this build does not know. */
export function shippedText(key: string, locale: Locale): ShippedText | undefined {
  return TEXTS[locale][key];
}

/** Every shipped text of a language by its key. */
export function shippedTexts(locale: Locale): [key: string, text: ShippedText][] {
  return Object.entries(TEXTS[locale]);
}
