// Letters as they are written, where a file draws them with other signs of the same look.

/** Arabic in the shapes it is drawn with; Chinese characters as the radicals that look the same (browsers' pdfs have them). */
const SHAPES = /[\ufb50-\ufdff\ufe70-\ufefc\u2e80-\u2fd5]/g;

/** Radicals without a normal form of Unicode's own, each before its character. */
const RADICALS = new Map(
  (
    "⺁厂⺅亻⺉刂⺒巳⺓幺⺖忄⺘扌⺙攵⺝月⺞歺⺠民⺡氵⺣灬⺨犭⺭礻⺯糹⺰纟⺹耂⺼月⺾艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻋车⻌辶" +
    "⻐钅⻑長⻒镸⻓长⻔门⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀"
  )
    .match(/../gu)
    .map(([radical, character]) => [radical, character]),
);

/** As people type and search it; only where the length stays, for places are counted in letters. */
export function letters(text) {
  return text.replace(SHAPES, (shape) => {
    const letter = RADICALS.get(shape) ?? shape.normalize("NFKC");
    return letter.length === 1 ? letter : shape;
  });
}
