// npm run bench:encodings [-- --language zh] [-- --wrong]: how often the encoding of a short text is told rightly, of 200
// texts a size and encoding, cut anywhere from sentences of everyday, business and law and from rows of tables
// (`encodings/*.txt`, ours) and, where it is there, from the Chinese of ../shared/data/xquad.zh.json. No text that the
// tables of `lib/text/encoding` were counted from is among them. Right means: read as it was written, to the letter.
// "unsure" are those for which other readings are offered, "missed" the wrong ones it is sure of.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../../scripts/lib/root.mjs";

const { decodeAs, detectEncoding } = await import("../../lib/text/encoding/detect.ts");
const { encoded, sentencesOf, textsOf, WRITTEN } = await import("../factories/encodings.ts");

const SIZES = [12, 50, 400];
const COUNT = 200;
const PUBLIC = path.join(root, "../shared/data/xquad.zh.json");
const at = process.argv.indexOf("--language");
const language = at < 0 ? undefined : process.argv[at + 1];
const showsWrong = process.argv.includes("--wrong");

const sets = WRITTEN.map(([name, encodings]) => ({ name, encodings, sentences: sentencesOf(name) }));
if (existsSync(PUBLIC)) {
  const { data } = JSON.parse(readFileSync(PUBLIC, "utf8"));
  const sentences = data.flatMap(({ paragraphs }) => paragraphs.map(({ context }) => context)).join("\n");
  sets.push({ name: "xquad", encodings: ["gb18030"], sentences });
}

const started = performance.now();
let bytesRead = 0;
const share = (count) => ((100 * count) / COUNT).toFixed(1).padStart(8);
console.log(
  `${"text".padEnd(10)}${"encoding".padEnd(14)}${["size", "right %", "unsure", "missed"].map((word) => word.padStart(8)).join("")}`,
);
for (const { name, encodings, sentences } of sets) {
  for (const encoding of encodings) {
    for (const size of SIZES) {
      let [right, unsure, missed] = [0, 0, 0];
      for (const text of textsOf(sentences, encoding, size, COUNT)) {
        const bytes = encoded(text, encoding);
        bytesRead += bytes.length;
        const found = detectEncoding(bytes, { language });
        const isRight = found !== null && decodeAs(bytes, found.encoding) === text;
        if (isRight) right++;
        else if (showsWrong) console.log(`  ${JSON.stringify(text)} read as ${found?.encoding}`);
        if (found && !found.isCertain) unsure++;
        else if (!isRight) missed++;
      }
      console.log(
        `${name.padEnd(10)}${encoding.padEnd(14)}${String(size).padStart(8)}${share(right)}${share(unsure)}${share(missed)}`,
      );
    }
  }
}
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s, ${bytesRead} bytes`);
