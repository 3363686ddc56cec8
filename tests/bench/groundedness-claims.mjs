// Claims about passages, true ones and twisted ones, made from what the passages say: material of the groundedness bench.
// Everything follows from the seed, so two runs judge the same claims.

/** A generator of numbers in [0, 1). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES = {
  en: "Ingrid Halvorsen|Tomasz Wilk|Priya Raman|Desmond Achebe|Carla Benedetti|Yusuf Demir|Noor Haddad|Walter Brandt|Okello|Sigurdsson|Montague|Tanaka|Fairweather Institute|Larkspur Group|Council of Orbury".split(
    "|",
  ),
  zh: "英格丽·哈尔沃森|王建国|拉曼|陈晓梅|卡拉·贝内代蒂|刘志强|赵敏|沃尔特·勃兰特|奥凯洛|西古德松|欧阳锋|田中|菲尔韦瑟学院|云雀集团|奥伯里议会".split(
    "|",
  ),
};
const PLACES = {
  en: "Portugal|Denver|Kenya|Oslo|Brazil|Vienna|Nigeria|Seoul|Toronto|Chile|Dublin|Lisbon|Hungary|Peru|Jakarta".split(
    "|",
  ),
  zh: "葡萄牙|丹佛|肯尼亚|奥斯陆|巴西|维也纳|尼日利亚|首尔|多伦多|智利|都柏林|里斯本|匈牙利|秘鲁|雅加达".split("|"),
};
const KNOWN_PLACES = {
  en: "China|France|England|Britain|Germany|Poland|Warsaw|California|Australia|Japan|India|Egypt|Europe|America|London|Paris|Russia|Scotland|Italy|Spain|Victoria|Canada|Israel|New York|Los Angeles|San Francisco|Africa|Asia|United States|Florida|Newcastle|Fresno".split(
    "|",
  ),
  zh: "中国|法国|英格兰|英国|德国|波兰|华沙|加州|澳大利亚|日本|印度|埃及|欧洲|美国|伦敦|巴黎|俄罗斯|苏格兰|意大利|西班牙|维多利亚|加拿大|以色列|纽约|洛杉矶|旧金山|非洲|亚洲|佛罗里达|纽卡斯尔|弗雷斯诺".split(
    "|",
  ),
};
const UNITS = {
  en: "kilometers|miles|metres|meters|feet|acres|years|months|weeks|days|hours|minutes|million|billion|thousand|percent|points|yards|people|dollars|pounds|euros|tons|kg|km|students|seats".split(
    "|",
  ),
  zh: "公里|英里|米|英尺|英亩|公顷|年|个月|周|天|小时|分钟|万|亿|元|美元|英镑|欧元|人|名|分|码|吨|千克|次|座|％|%".split(
    "|",
  ),
};
const OPPOSITES = {
  en: "increased:decreased|before:after|first:last|largest:smallest|more:less|higher:lower|north:south|northern:southern|east:west|eastern:western|won:lost|early:late|above:below|most:fewest|public:private|old:new|inside:outside|major:minor|always:never|many:few|high:low|large:small|strong:weak|supported:opposed|success:failure|rich:poor|male:female|positive:negative|beginning:end|same:different|longer:shorter".split(
    "|",
  ),
  zh: "增加:减少|之前:之后|以前:以后|最大:最小|最高:最低|北部:南部|东部:西部|赢得:输掉|早期:晚期|以上:以下|公共:私人|内部:外部|主要:次要|总是:从不|上升:下降|增长:下降|大型:小型|支持:反对|成功:失败|男性:女性|积极:消极|开始:结束|相同:不同|提高:降低|强大:弱小|最早:最晚|最多:最少|高于:低于|南方:北方|富裕:贫穷".split(
    "|",
  ),
};
/** Other words for the same, one way. */
const PARAPHRASES = {
  en: "because:since|many:numerous|used:utilised|large:big|began:started|also:additionally|However:Nevertheless|approximately:roughly|created:made|known as:called|located in:situated in|became:turned into|often:frequently|show:demonstrate|important:significant|led to:resulted in|over:more than|several:a number of|such as:for example|although:even though|while:whereas|said:stated|built:constructed|helped:assisted|received:obtained|considered:regarded as|usually:generally|main:principal|including:among them|required:needed|allowed:permitted|founded:established|wanted:wished|began to:started to|people:persons|therefore:consequently|about:around".split(
    "|",
  ),
  zh: "使用:采用|开始:着手|认为:主张|许多:很多|因为:由于|但是:然而|位于:坐落于|成为:变成|包括:包含|导致:造成|以及:和|例如:比如|通过:经由|进行:开展|重要:关键|建立:创建|表明:显示|称为:叫做|获得:取得|非常:十分|通常:一般|大约:大概|虽然:尽管|帮助:协助|需要:须要|如果:假如|目前:现在|因此:所以|允许:准许|并且:而且|创立:成立|拥有:具有|建造:修建|大部分:大多数|其中:当中|超过:逾".split(
    "|",
  ),
};
const LEADS = {
  en: ["According to the passage, ", "The document says that ", "As described in the text, ", "In short, "],
  zh: ["文中指出，", "根据该文档，", "材料提到：", "简而言之，"],
};
const REPORTED = {
  en: (words) => `The text states that “${words}”.`,
  zh: (words) => `文中写道：“${words}”。`,
};
const DIGIT_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const DIGITS_ZH = "零一二三四五六七八九";

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const wordAt = (word, language) => new RegExp(language === "en" ? `\\b${escaped(word)}\\b` : escaped(word));
const pick = (list, random) => list[Math.floor(random() * list.length)];
const shuffled = (list, random) =>
  list
    .map((item) => [random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
const least = { en: { sentence: 45, clause: 28 }, zh: { sentence: 16, clause: 10 } };
const ending = { en: ".", zh: "。" };
const capitalised = (text) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const ended = (text, language) => `${capitalised(text.replace(/[\s,，、；;。.：:]+$/u, ""))}${ending[language]}`;
const clausesOf = (sentence, language) =>
  sentence
    .replace(/[。.]$/u, "")
    .split(language === "en" ? /(?:,|;) (?=\D)/ : /[，；]/)
    .map((clause) => clause.trim());
/** Whole sentences with nothing open in them. */
const isWhole = (text) =>
  !/["“”‘’「」『』《》]/u.test(text) &&
  (text.match(/[(（]/g) ?? []).length === (text.match(/[)）]/g) ?? []).length &&
  /[.。]$/.test(text);

/** Makers of true claims: each answers a claim, or null where the sentence gives none. */
const TRUE = {
  exact: (sentence) => sentence,
  shortened: (sentence, { language }) => {
    const bare = sentence.replace(/\s*[(（][^()（）]*[)）]/gu, "");
    const cut = language === "en" ? bare.lastIndexOf(", ") : bare.lastIndexOf("，");
    const short = cut >= least[language].sentence ? bare.slice(0, cut) : bare;
    return short === sentence ? null : ended(short, language);
  },
  clause: (sentence, { language }) => {
    const [clause] = clausesOf(sentence, language).sort((a, b) => b.length - a.length);
    return clause && clause.length >= least[language].clause && clause.length < sentence.length - 4
      ? ended(clause, language)
      : null;
  },
  reordered: (sentence, { language }) => {
    const clauses = clausesOf(sentence, language);
    if (clauses.length < 2) return null;
    const [first, ...rest] = clauses;
    return ended([...rest, first].join(language === "en" ? ", " : "，"), language);
  },
  paraphrase: (sentence, { language, random }) => {
    let claim = sentence;
    let changes = 0;
    for (const pair of shuffled(PARAPHRASES[language], random)) {
      const [from, to] = pair.split(":");
      const found = wordAt(from, language).exec(claim);
      if (!found || changes === 3) continue;
      claim = claim.slice(0, found.index) + to + claim.slice(found.index + from.length);
      changes++;
    }
    return changes === 0 ? null : claim;
  },
  "lead-in": (sentence, { language, random }) => {
    const lead = pick(LEADS[language], random);
    // A name keeps its capital, an article does not.
    return lead + sentence.replace(/^(?:The|A|An|In|It|This|These|He|She|They)\b/, (word) => word.toLowerCase());
  },
  "number format": (sentence, { language }) => {
    const claim = language === "en" ? otherNumberEnglish(sentence) : otherNumberChinese(sentence);
    return claim === sentence ? null : claim;
  },
  quotation: (sentence, { language, random }) => {
    const words = stretchOf(sentence, language, random);
    return words && REPORTED[language](words);
  },
  "two sentences": (sentence, { language, next }) => {
    if (!next || sentence.length + next.length > (language === "en" ? 260 : 90)) return null;
    return ended(`${sentence.replace(/[.。]$/, "")}${language === "en" ? ", and " : "，"}${next}`, language);
  },
};

function otherNumberEnglish(sentence) {
  return sentence
    .replace(/\b(\d{1,3}),000,000\b/g, "$1 million")
    .replace(/(\d) ?%/g, "$1 percent")
    .replace(/(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)/g, (number) => number.replaceAll(",", ""))
    .replace(/(?<!-)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?! of)/g, (word) =>
      String(DIGIT_WORDS.indexOf(word)),
    )
    .replace(
      /\b(January|February|March|April|June|July|August|September|October|November|December) (\d{1,2}), (\d{4})/g,
      "$2 $1 $3",
    );
}

function otherNumberChinese(sentence) {
  return sentence
    .replace(/(\d+(?:\.\d+)?) ?[%％]/g, "百分之$1")
    .replace(/(?<![到至~-] ?)(\d{1,3}) ?万(?![亿\d])/g, "$10000")
    .replace(/(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)/g, (number) => number.replaceAll(",", ""))
    .replace(/(?<!\d)(\d{4}) ?年/g, (_, year) => `${[...year].map((digit) => DIGITS_ZH[digit]).join("")}年`)
    .replace(/(?<![零一二三四五六七八九十第])([两三四五六七八九])(?=[个名座次项位])/g, (_, digit) =>
      digit === "两" ? "2" : String(DIGITS_ZH.indexOf(digit)),
    );
}

function stretchOf(sentence, language, random) {
  if (language === "en") {
    const words = sentence.replace(/[.,;:]+$/, "").split(" ");
    if (words.length < 9) return null;
    const from = Math.floor(random() * (words.length - 8));
    return words
      .slice(from, from + 8)
      .join(" ")
      .replace(/^[(,;:]+|[(,;:]+$/g, "");
  }
  const [clause] = clausesOf(sentence, language).sort((a, b) => b.length - a.length);
  return clause && clause.length >= 10 && clause.length <= 40 ? clause : null;
}

/** Makers of twisted claims. */
const TWISTED = {
  name: (sentence, { language, random, names, text, others }) => {
    const name = shuffled(
      names.filter((one) => sentence.includes(one)),
      random,
    )[0];
    const other = pick(
      [...NAMES[language], ...others].filter((one) => !text.includes(one)),
      random,
    );
    return name && other ? sentence.replace(name, other) : null;
  },
  "name of the same passage": (sentence, { random, names }) => {
    const here = names.filter((name) => sentence.includes(name));
    const elsewhere = names.filter(
      (name) =>
        !sentence.includes(name) &&
        !here.some(
          (one) => name.includes(one) || one.split(/[ ·]/).some((part) => part.length > 1 && name.includes(part)),
        ),
    );
    return here.length > 0 && elsewhere.length > 0
      ? sentence.replace(pick(here, random), pick(elsewhere, random))
      : null;
  },
  place: (sentence, { language, random, text }) => {
    const place = KNOWN_PLACES[language].find((one) => wordAt(one, language).test(sentence));
    const other = pick(
      PLACES[language].filter((one) => !text.includes(one)),
      random,
    );
    return place ? sentence.replace(wordAt(place, language), other) : null;
  },
  number: (sentence, { random, text }) => {
    const numbers = [...sentence.matchAll(/(?<![\d.,A-Za-z-])\d[\d,]*(?:\.\d+)?(?![\d,.]*[A-Za-z])/g)];
    if (numbers.length === 0) return null;
    const found = pick(numbers, random);
    const digits = found[0].replace(/,$/, "");
    for (let tries = 0; tries < 20; tries++) {
      const at = Math.floor(random() * digits.length);
      if (!/\d/.test(digits[at])) continue;
      const digit = String((Number(digits[at]) + 1 + Math.floor(random() * 8)) % 10);
      const other = digits.slice(0, at) + digit + digits.slice(at + 1);
      if (/^0/.test(other) || text.includes(other)) continue;
      return sentence.slice(0, found.index) + other + sentence.slice(found.index + digits.length);
    }
    return null;
  },
  unit: (sentence, { language, random }) => {
    const pattern = new RegExp(
      `(\\d ?-?)(${UNITS[language].map(escaped).join("|")})${language === "en" ? "\\b" : "(?![之代级后前])"}`,
    );
    const found = pattern.exec(sentence);
    if (!found) return null;
    // A year is a date, not a stretch of time.
    if (found[2] === "年" && /\d{3} ?年/.test(sentence)) return null;
    const isScale = /^(?:million|billion|thousand|万|亿)$/.test(found[2]);
    const rest = UNITS[language].filter(
      (unit) =>
        !sentence.normalize("NFKC").includes(unit.normalize("NFKC")) &&
        /^(?:million|billion|thousand|万|亿)$/.test(unit) === isScale,
    );
    return rest.length > 0 ? sentence.replace(pattern, (_, digits) => digits + pick(rest, random)) : null;
  },
  "negation added": (sentence, { language }) => {
    if (language === "en") {
      if (/\b(?:not|no|never|without|nor)\b/i.test(sentence)) return null;
      const claim = sentence.replace(/\b(is|was|were|are|can|could|will|would|has been|have been)\b/, "$1 not");
      return claim === sentence ? null : claim;
    }
    if (/[不没未无非]/.test(sentence)) return null;
    const claim = sentence.replace(/(是|能够|可以|会|有)(?=[\p{Script=Han}])/u, (word) =>
      word === "有" ? "没有" : `不${word}`,
    );
    return claim === sentence ? null : claim;
  },
  "negation removed": (sentence, { language }) => {
    if (language === "en") {
      if ((sentence.match(/\b(?:not|never)\b/g) ?? []).length !== 1 || /not only|whether or not/.test(sentence))
        return null;
      return sentence.replace(/ (?:not|never)\b/, "");
    }
    const found = sentence.match(/没有|不(?=是|能|会|可|需|允|包|存|愿|想|受)|未(?=能|被|经)/g) ?? [];
    if (found.length !== 1 || /不仅|不可避免|不可或缺|要不是/.test(sentence)) return null;
    return sentence.replace(found[0], found[0] === "没有" ? "有" : "");
  },
  opposite: (sentence, { language, random }) => {
    for (const pair of shuffled(OPPOSITES[language], random)) {
      const [one, other] = random() < 0.5 ? pair.split(":") : pair.split(":").reverse();
      if (wordAt(one, language).test(sentence) && !wordAt(other, language).test(sentence))
        return sentence.replace(wordAt(one, language), other);
    }
    return null;
  },
  date: (sentence, { language, random, text }) => {
    const months = "January|February|March|April|June|July|August|September|October|November|December".split("|");
    if (language === "en") {
      const month = months.find((one) => wordAt(one, language).test(sentence));
      const free = months.filter((one) => !text.includes(one));
      if (month && free.length > 0) return sentence.replace(month, pick(free, random));
    } else if (/(?<!\d)\d{1,2} ?月/.test(sentence)) {
      const free = Array.from({ length: 12 }, (_, at) => `${at + 1}月`).filter(
        (one) => !text.replace(/ /g, "").includes(one),
      );
      if (free.length > 0) return sentence.replace(/(?<!\d)\d{1,2} ?月/, pick(free, random));
    }
    const year = /(?<!\d)(?:1[0-9]|20)\d\d(?![\d,.]\d|\d)/.exec(sentence)?.[0];
    if (!year) return null;
    const other = String(Number(year) + pick([-31, -7, -3, -1, 1, 2, 4, 10], random));
    return text.includes(other) ? null : sentence.replace(year, other);
  },
  quotation: (sentence, { language, random, text, vocabulary }) => {
    const words = stretchOf(sentence, language, random);
    if (!words) return null;
    if (language === "en") {
      const all = words.split(" ");
      const at = 1 + Math.floor(random() * (all.length - 2));
      const other = pick(
        vocabulary.filter((word) => !text.includes(word)),
        random,
      );
      all[at] = other;
      return REPORTED.en(all.join(" "));
    }
    const at = 1 + Math.floor(random() * (words.length - 4));
    const other = pick(
      vocabulary.filter((word) => !text.includes(word)),
      random,
    );
    const changed = words.slice(0, at) + other + words.slice(at + 2);
    return text.replace(/\s/g, "").includes(changed.replace(/\s/g, "")) ? null : REPORTED.zh(changed);
  },
};

export const KINDS = { true: Object.keys(TRUE), twisted: Object.keys(TWISTED) };

/** Names of a passage: answers that are names in English, and what they are called in the other language. */
function namesOf(pairs, language) {
  const names = new Set();
  for (const { en, zh } of pairs) {
    if (!/^(?:[A-Z][\p{L}.'-]+)(?: (?:of|the|de|and|van|[A-Z][\p{L}.'-]+))*$/u.test(en)) continue;
    const name = (language === "en" ? en : zh).replace(/^(?:The|A|An) /, "").trim();
    if (
      name.length >= 2 &&
      !/^\d/.test(name) &&
      !/^(?:January|Februa|March|April|May|June|July|August|Septem|Octo|Novem|Decem)/.test(name)
    )
      names.add(name);
  }
  return [...names];
}

/**
 * Passages of both languages side by side, from two files in the SQuAD shape: text, sentences and names of each.
 * `sentencesOf` is the product's own.
 */
export function readParallel(english, chinese, sentencesOf) {
  const passages = [];
  for (const [article, { paragraphs }] of english.data.entries())
    for (const [number, paragraph] of paragraphs.entries()) {
      const other = chinese.data[article].paragraphs[number];
      const answers = new Map(other.qas.map(({ id, answers: [first] }) => [id, first.text]));
      const pairs = paragraph.qas.map(({ id, answers: [first] }) => ({ en: first.text, zh: answers.get(id) ?? "" }));
      const side = (language, { context }) => {
        const text = context.trim();
        const sentences = sentencesOf(text)
          .map(({ from, to }) => text.slice(from, to))
          .filter((sentence) => sentence.length >= least[language].sentence && isWhole(sentence));
        return { text, sentences, names: namesOf(pairs, language) };
      };
      passages.push({ article, number, en: side("en", paragraph), zh: side("zh", other) });
    }
  return passages;
}

/** Claims of each kind about each passage, one at most, in one language. */
export function* claimsOf(passages, language, seed) {
  const random = seeded(seed);
  const allNames = [...new Set(passages.flatMap((passage) => passage[language].names))];
  const vocabulary =
    language === "en"
      ? [...new Set(passages.flatMap(({ en }) => en.text.match(/\b[a-z]{5,9}\b/g) ?? []))]
      : [...new Set(passages.flatMap(({ zh }) => zh.names.filter((name) => name.length === 2)))].concat(
          "苹果|银行|周末|铁路|天气|会议|合同|机器".split("|"),
        );
  for (const passage of passages) {
    const { text, sentences, names } = passage[language];
    for (const [truth, makers] of [
      [true, TRUE],
      [false, TWISTED],
    ])
      for (const [kind, make] of Object.entries(makers)) {
        for (const sentence of shuffled(sentences, random)) {
          const next = sentences[sentences.indexOf(sentence) + 1];
          const claim = make(sentence, { language, random, names, text, others: allNames, vocabulary, next });
          if (!claim || (claim === sentence && kind !== "exact")) continue;
          yield { language, passage, kind, truth, claim };
          break;
        }
      }
  }
}
