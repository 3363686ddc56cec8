/* Words that name a place: countries as the languages have them, large cities, and what ends in Chinese as places do. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const KNOWN = new Set(
  "北京 上海 天津 重庆 深圳 广州 杭州 南京 武汉 成都 西安 香港 澳门 台北 东京 大阪 首尔 平壤 曼谷 河内 马尼拉 雅加达 新德里 孟买 伦敦 巴黎 柏林 慕尼黑 罗马 米兰 马德里 里斯本 维也纳 布鲁塞尔 阿姆斯特丹 哥本哈根 斯德哥尔摩 奥斯陆 赫尔辛基 华沙 布拉格 布达佩斯 雅典 莫斯科 基辅 开罗 纽约 华盛顿 芝加哥 波士顿 洛杉矶 旧金山 西雅图 多伦多 悉尼 墨尔本 亚洲 欧洲 非洲 美洲 英格兰 苏格兰 威尔士 中东 西欧 东欧 北欧 南美 北美 东南亚 欧盟 London Paris Berlin Rome Madrid Vienna Moscow Tokyo Beijing Shanghai Africa Asia Europe America".split(
    " ",
  ),
);
for (const language of ["zh-CN", "en"]) {
  const regions = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const name = regions.of(first + second);
      if (name) KNOWN.add(name);
    }
}
const ENDING = /(?:[省市县州郡镇村洲洋海岛湖江河湾港峡]|大学|学院|公司|银行|集团|医院)$/u;

/** Whether a word names a place or, of Chinese, an institution. */
export const isPlaceName = (word: string): boolean => KNOWN.has(word) || ENDING.test(word);
