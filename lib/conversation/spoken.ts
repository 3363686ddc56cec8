import "server-only";
import { createTranslator, type Locale } from "next-intl";
import { REWRITE_LANGUAGES } from "@/lib/config/knowledge-retrieval";
import { languageOf } from "@/lib/parsing/worker/language";
import SPOKEN from "@/messages/spoken.json";

/** Languages answers are given in where no model writes (spec G8). */
export type SpokenLanguage = (typeof REWRITE_LANGUAGES)[number];

/** Fewer letters than this tell no language. */
const LEAST_LETTERS = 3;

/** Words a short question to bases is asked with, and letters no other of these languages has. */
const ASKED: Partial<Record<SpokenLanguage, readonly [words: string, letters: RegExp | null]>> = {
  en: ["how many what which who whose is are the of files documents base list newest latest owns there this", null],
  de: [
    "wie viele was welche welcher wer wem gibt es sind ist die der das dateien dokumente neuesten zeige liste wissensdatenbank gehört",
    /[äöß]/,
  ],
  fr: [
    "combien quel quels quelle quelles qui que est sont les des y fichiers documents base derniers récents liste cette dans",
    /[èêëîœù]/,
  ],
  es: [
    "cuántos cuantos cuántas qué cuál cuáles cuales quién quien hay es son los las archivos documentos base últimos lista esta en",
    /[ñ¿¡]/,
  ],
  pt: [
    "quantos quantas qual quais que quem há são os as ficheiros arquivos documentos base últimos lista esta nesta existem",
    /[ãõ]/,
  ],
  vi: ["bao nhiêu nào gì ai là có tệp tài liệu kho mới nhất danh sách trong", /[ăđơư\u1ea0-\u1ef9]/],
  id: ["berapa apa siapa mana ada file berkas dokumen basis terbaru daftar di yang ini pemilik jumlah", null],
};

/** The language a question is answered in where no model writes: its own, else English. */
export function spokenLanguage(question: string): SpokenLanguage {
  const language = languageOf(question, LEAST_LETTERS)?.split("-")[0] ?? latinLanguage(question);
  return REWRITE_LANGUAGES.find((one) => one === language) ?? "en";
}

/** By a few words, where there are too few for `languageOf`. */
function latinLanguage(question: string): SpokenLanguage {
  const text = question.normalize("NFC").toLowerCase();
  const words = text.match(/\p{L}+/gu) ?? [];
  let best: SpokenLanguage = "en";
  let most = 0;
  for (const [language, asked] of Object.entries(ASKED)) {
    const known = new Set(asked[0].split(" "));
    const count = words.filter((word) => known.has(word)).length + (asked[1]?.test(text) ? 1 : 0);
    if (count > most) [best, most] = [language as SpokenLanguage, count];
  }
  return best;
}

/** As `Intl` has it. */
export const intlLanguage = (language: SpokenLanguage): string =>
  (({ zh: "zh-CN", en: "en-GB" }) as Partial<Record<SpokenLanguage, string>>)[language] ?? language;

/** What is said in a language. Its plurals go by that language, which is none of the interface's own. */
export const spokenTexts = (language: SpokenLanguage) =>
  createTranslator({ locale: intlLanguage(language) as Locale, messages: SPOKEN[language] });
