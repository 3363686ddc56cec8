// Language of a text by its scripts and its most common words; enough to choose a prompt's language and a font.

const SAMPLE = 20_000;
const LEAST = 20;

const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["han", /\p{Script=Han}/gu],
  ["kana", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["hangul", /\p{Script=Hangul}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["cyrillic", /\p{Script=Cyrillic}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["latin", /\p{Script=Latin}/gu],
];

/** Frequent characters that are written in one of the two ways only. */
const SIMPLIFIED =
  /[这个们来时说国会对过学发经还进动问题业开关间长东车马门见贝书电话语认识让给红级统总办务产权资质员证条约额应变现实际]/g;
const TRADITIONAL =
  /[這個們來時說國會對過學發經還進動問題業開關間長東車馬門見貝書電話語認識讓給紅級統總辦務產權資質員證條約額應變現實際]/g;

const COMMON = {
  en: "the of and to in is that for with on are was by this be from",
  de: "der die und das ist nicht mit den von ein eine auf für sich des dem",
  fr: "le la les des et est dans une que pour qui sur pas au du par",
  es: "el los las del que una por con para es como más al se su no",
  pt: "os das que uma para com não por mais dos ao se na em foi é",
  it: "il che di per una con non sono della gli del alla nel più è le",
  nl: "de het een van en dat is niet op zijn voor met aan die te er",
  vi: "của là và các có được cho trong một không người với này những để đã",
  id: "yang dan di dengan untuk pada dalam ini dari tidak adalah akan oleh itu ke",
  tr: "ve bir bu için ile olarak olan daha çok gibi da de ne ise en",
  pl: "i w na się nie z do jest że to o jak za od przez",
};

/** BCP 47, or null when there are too few letters to tell, or too few common words. */
export function languageOf(text: string, least = LEAST): string | null {
  const sample = text.slice(0, SAMPLE);
  const counts = new Map(SCRIPTS.map(([name, pattern]) => [name, sample.match(pattern)?.length ?? 0]));
  const letters = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (letters < least) return null;
  const share = (name: string) => (counts.get(name) ?? 0) / letters;
  if (share("kana") > 0.2 * (share("kana") + share("han")) && share("kana") > 0.05) return "ja";
  if (share("hangul") > 0.2) return "ko";
  // A Chinese word says about three times as much as a Latin letter.
  if (share("han") > 0.2) return chinese(sample);
  if (share("cyrillic") > 0.3) return /[іїєґ]/i.test(sample) ? "uk" : "ru";
  for (const name of ["ar", "he", "el", "th", "hi"]) if (share(name) > 0.3) return name;
  return share("latin") > 0.3 ? latin(sample) : null;
}

function chinese(sample: string): string {
  const simplified = sample.match(SIMPLIFIED)?.length ?? 0;
  const traditional = sample.match(TRADITIONAL)?.length ?? 0;
  return traditional > simplified ? "zh-Hant" : "zh-Hans";
}

function latin(sample: string): string | null {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best: string | null = null;
  let most = Math.max(2, words.length * 0.03);
  for (const [language, list] of Object.entries(COMMON)) {
    const common = new Set(list.split(" "));
    const found = words.reduce((sum, word) => sum + (common.has(word) ? 1 : 0), 0);
    if (found > most) [best, most] = [language, found];
  }
  return best;
}
