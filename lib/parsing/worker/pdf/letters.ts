// Letters as people write them. Programs that make pdf files name a glyph after any character it may stand for: a Chinese
// font draws a word and the radical inside it with one glyph, so that 风 comes as U+2EDB and 户 as U+2F3E, which nobody
// ever searches for. One character always takes the place of one: offsets inside an item stay as the browser counts them.
import type { TextContent } from "pdfjs-dist/types/src/display/api";

const SHAPES = /[\u2e80-\u2fd5\uf900-\ufaff\ufb50-\ufdff\ufe10-\ufe19\ufe30-\ufe48\ufe70-\ufefc]/g;

/** Radicals Unicode gives no equal for, with the ideographs fonts share their glyphs with. */
const RADICALS = new Map(
  (
    "\u2e82乛\u2e83乚\u2e85亻\u2e89刂\u2e8b㔾\u2e8e兀\u2e8f尣\u2e90尢\u2e92巳\u2e93幺\u2e94彑\u2e95彐\u2e96忄\u2e98扌\u2e99攵\u2e9b旡\u2e9e歺" +
    "\u2ea0民\u2ea1氵\u2ea3灬\u2ea4爫\u2ea6丬\u2ea8犭\u2eab罒\u2ead礻\u2eaf糹\u2eb0纟\u2eb1罓\u2eb2罒\u2eb3㓁\u2eb9耂\u2eba肀\u2ebe艹\u2ebf艹" +
    "\u2ec0艹\u2ec1虎\u2ec2衤\u2ec3覀\u2ec4西\u2ec5见\u2ec6角\u2ec8讠\u2ec9贝\u2ecb车\u2ecc辶\u2ecd辶\u2ece辶\u2ed0钅\u2ed1長\u2ed2镸\u2ed3长\u2ed4门" +
    "\u2ed6阝\u2ed8青\u2ed9韦\u2eda页\u2edb风\u2edc飞\u2edd食\u2edf飠\u2ee0饣\u2ee2马\u2ee3骨\u2ee4鬼\u2ee5鱼\u2ee6鸟\u2ee7卤\u2ee8麦\u2ee9黄\u2eea黾" +
    "\u2eeb斉\u2eec齐\u2eed歯\u2eee齿\u2eef竜\u2ef0龙\u2ef1龜\u2ef2亀" +
    // Its equal is 戶, which simplified fonts draw otherwise.
    "\u2f3e户"
  )
    .match(/../g)!
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Bullets of symbol fonts, which have no characters of their own. */
const BULLETS = new Map(
  Object.entries({
    "\uf0b7": "•",
    "\uf0a7": "▪",
    "\uf06e": "■",
    "\uf0d8": "▸",
    "\uf0fc": "✓",
    "\uf0fe": "☑",
    "\uf0a8": "☐",
  }),
);
const SYMBOL = /[\uf020-\uf0ff]/g;
/** A soft hyphen that is drawn, and not between two letters, is a hyphen. */
const DRAWN_HYPHEN = /(?<!\p{L})\u00ad|\u00ad(?!\p{L})/gu;

/** Whatever is shaped, a symbol or a soft hyphen. */
const UNUSUAL = /[\u00ad\u2e80-\u2fd5\uf020-\uf0ff\uf900-\ufaff\ufb50-\ufdff\ufe10-\ufe19\ufe30-\ufe48\ufe70-\ufefc]/;

/** Radicals as words, Arabic letters without the shape they are drawn with. */
export function letters(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  const shaped = text
    .replace(SHAPES, (shape) => {
      const letter = RADICALS.get(shape) ?? shape.normalize("NFKC");
      return letter.length === 1 ? letter : shape;
    })
    .replace(SYMBOL, (symbol) => BULLETS.get(symbol) ?? symbol);
  return shaped.includes("\u00ad") ? shaped.replace(DRAWN_HYPHEN, "-") : shaped;
}

/** What no font with a map of its characters gives, white space aside. */
const UNMAPPED = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}\ufffd]/gu;
/** What most texts are made of, all of it mapped: told much faster than by properties. */
const COMMON = /^[ -~\u00a1-\u017f\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fa5\uff01-\uff5e]*$/;
/** So large a share of such characters means that all others of the font are wrong as well. */
const UNMAPPED_SHARE = 0.04;
/** A page with so large a share of unreadable characters is a picture of words. */
const UNREADABLE_SHARE = 0.3;

/** What can be read of a page whose fonts may come without a map of their characters. */
export interface Legibility {
  /** Fonts whose characters mean nothing. */
  unmapped: ReadonlySet<string>;
  /** The page has to be read like a scan. */
  isPicture: boolean;
}

/** Judges the fonts of a page by what its items say. */
export function legibilityOf(items: TextContent["items"]): Legibility {
  const fonts = new Map<string, { all: number; bad: number }>();
  for (const item of items) {
    if (!("str" in item)) continue;
    const { str, fontName } = item;
    const text = str.trim();
    if (text === "") continue;
    const font = fonts.get(fontName) ?? { all: 0, bad: 0 };
    fonts.set(fontName, font);
    font.all += text.length;
    // A single sign is a bullet.
    if (COMMON.test(text)) continue;
    if (text.length > 1 || !/[\ue000-\uf8ff]/.test(text)) font.bad += text.match(UNMAPPED)?.length ?? 0;
  }
  const unmapped = [...fonts].filter(([, { all, bad }]) => bad > all * UNMAPPED_SHARE && bad > 1);
  const count = (entries: readonly [string, { all: number }][]) => entries.reduce((sum, [, { all }]) => sum + all, 0);
  const isPicture = unmapped.length > 0 && count(unmapped) >= count([...fonts]) * UNREADABLE_SHARE;
  return { unmapped: new Set(unmapped.map(([name]) => name)), isPicture };
}
