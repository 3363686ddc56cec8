import { REWRITE_LANGUAGES } from "@/lib/config/knowledge-retrieval";
import { intlLanguage, spokenLanguage, spokenTexts } from "@/lib/conversation/spoken";
import SPOKEN from "@/messages/spoken.json";

/** Questions as people put them to bases: too short for the language of a text. */
const ASKED: Record<(typeof REWRITE_LANGUAGES)[number], readonly string[]> = {
  zh: ["知识库里有多少个文件？", "知識庫裡有哪些文件？"],
  en: ["How many files are there?", "Who owns this base?", "Latest documents?"],
  ja: ["ナレッジベースにはいくつのファイルがありますか？"],
  ko: ["이 지식 베이스에 파일이 몇 개 있나요?"],
  fr: ["Combien de fichiers y a-t-il ?", "Quels sont les derniers documents ?", "Qui est responsable de cette base ?"],
  de: ["Wie viele Dateien gibt es?", "Welche Dokumente sind die neuesten?", "Wem gehört die Wissensdatenbank?"],
  es: ["¿Cuántos archivos hay?", "Cuales son los últimos documentos?", "¿De quién es esta base?"],
  pt: ["Quantos arquivos existem?", "Quais são os últimos documentos?", "Quem é responsável por esta base?"],
  ru: ["Сколько файлов в базе?"],
  ar: ["كم عدد الملفات في القاعدة؟"],
  vi: ["Có bao nhiêu tệp?", "Ai phụ trách kho này?"],
  th: ["มีไฟล์กี่ไฟล์"],
  id: ["Ada berapa file?", "Apa saja dokumen terbaru?", "Siapa pemilik basis ini?"],
};

describe("what is said without a model", () => {
  it.each(REWRITE_LANGUAGES)("is said in %s to who asks in it", (language) => {
    expect(ASKED[language].map(spokenLanguage)).toEqual(ASKED[language].map(() => language));
  });

  it("is said in English to all others", () => {
    expect(["Hoeveel?", "Πόσα αρχεία υπάρχουν;", "12", ""].map(spokenLanguage)).toEqual(["en", "en", "en", "en"]);
  });

  it.each(REWRITE_LANGUAGES)("is whole in %s, for every number", (language) => {
    const t = spokenTexts(language);
    const args = { name: "N4me", owner: "0wner", date: "d4te" };
    for (const key of Object.keys(SPOKEN.en) as (keyof typeof SPOKEN.en)[]) {
      const named = [...SPOKEN.en[key].matchAll(/\{(name|owner|date)\}/g)].map(([, name]) => name as keyof typeof args);
      for (const count of [0, 1, 2, 3, 11, 25, 100]) {
        const text = t(key, { ...args, count });
        for (const name of named) expect(text).toContain(args[name]);
        if (count > 2 && /count/.test(SPOKEN.en[key]))
          expect(text).toContain(new Intl.NumberFormat(intlLanguage(language)).format(count));
        expect(text).not.toMatch(/[{}#]|^$/);
      }
    }
  });

  it("says a text only once", () => {
    const said = REWRITE_LANGUAGES.map((language) => SPOKEN[language].notThere);
    expect(new Set(said).size).toBe(REWRITE_LANGUAGES.length);
  });
});
