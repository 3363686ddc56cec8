import { decodeAs, detectEncoding } from "@/lib/text/encoding/detect";
import type { Encoding } from "@/lib/text/encoding/names";
import { encoded, sentencesOf, textsOf, WRITTEN } from "@/tests/factories/encodings";

const CLAUSE = "甲方应在收到货物后三十日内付清全部价款";

function read(bytes: Uint8Array, hints = {}): string | null {
  const found = detectEncoding(bytes, hints);
  return found && decodeAs(bytes, found.encoding);
}

describe("the encoding of a text", () => {
  const cases = WRITTEN.flatMap(([name, encodings]) => encodings.map((encoding) => [name, encoding] as const));
  it.each(cases)("of %s in %s is told by 50 characters in 99 % of texts, by 12 in 95 %", (name, encoding) => {
    for (const [length, least] of [
      [50, 0.99],
      [12, 0.95],
    ] as const) {
      const texts = [...textsOf(sentencesOf(name), encoding, length, 100)];
      const right = texts.filter((text) => read(encoded(text, encoding)) === text);
      expect(right.length / texts.length).toBeGreaterThanOrEqual(least);
    }
  });

  it.each<[Encoding, string]>([
    ["windows-1250", "Proszę przesłać zamówienie do końca tygodnia, żeby księgowość mogła zapłacić."],
    ["windows-1254", "Lütfen bütçe taslağını cuma gününe kadar muhasebeye gönderiniz."],
    ["windows-1253", "Παρακαλούμε στείλτε τον προϋπολογισμό έως την Παρασκευή."],
    ["windows-1255", "נא לשלוח את הצעת התקציב עד יום שישי בצהריים"],
    ["windows-1256", "يرجى إرسال مسودة الميزانية قبل نهاية يوم الخميس"],
    ["windows-874", "กรุณาส่งร่างงบประมาณภายในวันศุกร์"],
    ["koi8-u", "Прошу надіслати проект бюджету до п'ятниці, її вже чекають."],
    ["ibm866", "Отчёт за квартал готов, смотрите приложение."],
    ["shift_jis", "ﾔﾏﾀﾞ ﾀﾛｳ,0012345,ﾌﾂｳ"],
    ["gb18030", "用iPhone手机打开App Store下载"],
  ])("is told for %s too", (encoding, text) => {
    expect(read(encoded(text, encoding))).toBe(text);
  });

  it("is UTF-8 wherever the bytes are, whatever the language", () => {
    for (const text of ["plain", "中文", "日本", "é", "ไทย हिन्दी 🙂"]) {
      expect(detectEncoding(Buffer.from(text), { language: "zh-CN" })).toEqual({
        encoding: "utf-8",
        isCertain: true,
        readings: [],
      });
    }
  });

  it("follows a mark, and shifts of Japanese mail", () => {
    expect(read(Buffer.from("\ufeff标题", "utf16le"))).toBe("标题");
    expect(read(Buffer.from("\ufeff标题"))).toBe("标题");
    expect(read(Buffer.from("\x1b$B;vL>\x1b(B", "latin1"))).toBe("事名");
  });

  it("is told by the lines that tell, wherever they stand in the file", () => {
    const line = encoded(`${CLAUSE}\n`, "gb18030");
    const bytes = Buffer.concat([Buffer.alloc(300_000, "2024,ok\n"), line, Buffer.alloc(300_000, "2024,ok\n")]);
    expect(detectEncoding(bytes)).toMatchObject({ encoding: "gb18030", isCertain: true });
  });

  it("bears a broken character", () => {
    const text = CLAUSE.repeat(20);
    const broken = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 30), Buffer.from([0xff]), bytes.subarray(30)]);
    expect(detectEncoding(broken(encoded(text, "gb18030")))?.encoding).toBe("gb18030");
    expect(detectEncoding(broken(Buffer.from(text)))?.encoding).toBe("utf-8");
  });

  it("is what the file names, unless the text speaks plainly against it", () => {
    const short = encoded("中文", "gb18030");
    expect(read(short, { declared: "euc-kr" })).not.toBe("中文");
    expect(read(short, { declared: "gb2312" })).toBe("中文");
    expect(read(Buffer.from(CLAUSE), { declared: "gb2312" })).toBe(CLAUSE);
    expect(read(encoded(CLAUSE, "gb18030"), { declared: "shift_jis" })).toBe(CLAUSE);
    expect(read(Buffer.from([0xa4]), { declared: "iso-8859-15" })).toBe("€");
    expect(read(Buffer.from("plain"), { declared: "no such thing" })).toBe("plain");
  });

  it("leans to what people here write where two readings are alike", () => {
    const alike = encoded("升,120,350", "big5");
    expect(detectEncoding(alike, { language: "zh-CN" })).toMatchObject({ encoding: "gb18030", isCertain: false });
    expect(detectEncoding(alike, { language: "zh-TW" })?.encoding).toBe("big5");
  });

  it("offers the likeliest other readings, each a text of its own", () => {
    const found = detectEncoding(encoded("升,120,350", "big5"))!;
    const texts = found.readings.map(({ text }) => text);
    expect(found.readings[0]!.encoding).toBe(found.encoding);
    expect(texts).toContain("升,120,350");
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("is none for what is no text", () => {
    const noise = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 256));
    expect(detectEncoding(noise)).toBeNull();
    expect(
      detectEncoding(Buffer.from("7f454c4602010100000000000000000003003e00010000002010000000000000", "hex")),
    ).toBeNull();
  });
});
