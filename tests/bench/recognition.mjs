// npm run bench:recognition: how well words in scans are recognised where no model reads them. Pages of our own text in
// Chinese and in English are drawn as scanners give them (dots an inch, askew, noise) and read by the real process. For
// each: characters that came out right, words marked as doubtful (and of how many wrong ones that is a mark), seconds
// and the memory of the process. Needs fonts for both languages on the machine.
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { root } from "../../scripts/lib/root.mjs";

const FONTS = {
  zh: '"Noto Serif CJK SC", "Noto Sans CJK SC", SimSun, serif',
  en: '"Liberation Sans", Arial, "DejaVu Sans", sans-serif',
};
const TEXTS = {
  zh: [
    "差旅管理办法（二〇二六年修订）",
    "第一条 为规范公司员工出差行为，控制差旅费用，提高工作效率，根据国家有关规定并结合公司实际情况，制定本办法。",
    "第二条 本办法适用于公司全体员工。外聘专家、实习生参照执行，具体标准由人力资源部另行规定。",
    "第三条 员工出差须提前三个工作日在系统中提交申请，注明出差事由、地点、起止时间及预算金额，经部门负责人批准后方可成行。",
    "第四条 住宿标准：一线城市每晚不超过 650 元，省会城市不超过 480 元，其他地区不超过 350 元。超出部分由个人承担。",
    "第五条 交通工具：乘坐高铁二等座或飞机经济舱。单程超过 6 小时的，经批准可乘坐高铁一等座。",
    "第六条 报销应在返回后 10 个工作日内完成，逾期不予受理。发票须真实有效，抬头为“远山科技（上海）有限公司”。",
  ],
  en: [
    "Travel and Expense Policy, revised 2026",
    "1. This policy sets out how employees book, pay for and account for business travel. It replaces the policy of March 2023.",
    "2. Requests are filed in the travel portal at least three working days ahead and name purpose, place, dates and budget.",
    "3. Hotels: up to EUR 165 a night in capitals, EUR 120 elsewhere. Anything above needs written approval by the head of department.",
    "4. Rail comes before air for journeys below four hours. Economy class is the rule; premium economy is allowed beyond 6 hours.",
    "5. Claims are filed within 10 working days of the return. Receipts below $25 may be summarised; VAT numbers must be legible.",
    "6. Contact: travel.desk@example.org, extension 4471, or see form TR-208B (version 3.1).",
  ],
};
/** Degrees, and the share of full contrast by which any dot may be off. */
const STATES = [
  { name: "clean", askew: 0, noise: 0 },
  { name: "askew 1.2°, noise 6 %", askew: 1.2, noise: 0.06 },
  { name: "askew -0.6°, noise 12 %", askew: -0.6, noise: 0.12 },
];
const WIDTH = 595;
const HEIGHT = 842;
const UNSURE = 60;

function draw(language, dpi, { askew, noise }) {
  const k = dpi / 72;
  const canvas = createCanvas(Math.round(WIDTH * k), Math.round(HEIGHT * k));
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#111";
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((askew * Math.PI) / 180);
  context.translate(-canvas.width / 2, -canvas.height / 2);
  let y = 80 * k;
  for (const [index, text] of TEXTS[language].entries()) {
    const size = (index === 0 ? 18 : 10.5) * k;
    context.font = `${size}px ${FONTS[language]}`;
    let line = "";
    for (const part of language === "zh" ? text : text.split(/(?<= )/)) {
      if (context.measureText(line + part).width > 460 * k) {
        context.fillText(line, 68 * k, y);
        y += size * 1.7;
        line = "";
      }
      line += part;
    }
    context.fillText(line, 68 * k, y);
    y += size * 2.2;
  }
  if (noise > 0) speckle(context, canvas, noise);
  return canvas.toBuffer("image/png");
}

/** The same noise every time. */
function speckle(context, { width, height }, share) {
  const picture = context.getImageData(0, 0, width, height);
  let seed = 7;
  for (let at = 0; at < picture.data.length; at += 4) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    const off = (((seed >> 8) % 512) - 255) * share;
    for (let channel = 0; channel < 3; channel++) picture.data[at + channel] += off;
  }
  context.putImageData(picture, 0, 0);
}

/** Share of the characters of one text that another has in the same order. */
function agreement(wanted, got) {
  const [a, b] = [wanted, got].map((text) => [...text.replace(/\s/g, "")]);
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return 1 - row[b.length] / a.length;
}

const folder = mkdtempSync(path.join(os.tmpdir(), "bench-recognition-"));

/** The page, seconds, and the most memory the process had. */
async function recognise(file) {
  const allowed = [...["node_modules", "lib", "package.json"].map((name) => path.join(root, name)), folder];
  const child = fork(path.join(root, "lib/parsing/worker/main.ts"), [], {
    cwd: root,
    env: {},
    serialization: "advanced",
    execArgv: [
      "--max-old-space-size=384",
      "--permission",
      "--allow-addons",
      ...allowed.map((name) => `--allow-fs-read=${name}`),
      "--no-warnings",
    ],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const began = performance.now();
  let page = null;
  let bytes = 0;
  const look = setInterval(() => {
    const pages = Number(readFileSync(`/proc/${child.pid}/statm`, "latin1").split(" ")[1]);
    bytes = Math.max(bytes, pages * 4096);
  }, 50);
  await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the process ended")));
    child.on("message", (message) => {
      if (message.type === "ready") child.send({ type: "recognise", path: file, format: "image", pages: [1] });
      if (message.type === "recognised") {
        page = message.page;
        child.send({ type: "ack" });
      }
      if (message.type === "failed") reject(new Error(message.error));
      if (message.type === "done") resolve();
    });
  }).finally(() => {
    clearInterval(look);
    child.removeAllListeners();
    child.kill("SIGKILL");
  });
  return { page, seconds: (performance.now() - began) / 1000, megabytes: bytes / 1e6 };
}

const percent = (value) => `${(100 * value).toFixed(1)} %`.padStart(8);
try {
  for (const language of Object.keys(TEXTS)) {
    const wanted = TEXTS[language].join("\n");
    for (const dpi of [100, 150, 200, 300]) {
      for (const state of STATES) {
        const file = path.join(folder, "page.png");
        writeFileSync(file, draw(language, dpi, state));
        const { page, seconds, megabytes } = await recognise(file);
        const words = page?.lines.flatMap((line) => line.words) ?? [];
        const text = words.map(([word]) => word).join(" ");
        const bare = wanted.replace(/\s/g, "");
        const wrong = words.filter(([word]) => !bare.includes(word));
        const doubtful = words.filter(([, , , , , certainty]) => certainty < UNSURE);
        const told = wrong.filter((word) => doubtful.includes(word));
        console.log(
          `${language} ${String(dpi).padStart(3)} dpi  ${state.name.padEnd(24)} right ${percent(agreement(wanted, text))}` +
            `  certainty ${page?.certainty ?? 0} %  doubtful ${doubtful.length} of ${words.length} words, ` +
            `${told.length} of ${wrong.length} wrong ones  ${seconds.toFixed(1)} s  ${megabytes.toFixed(0)} MB`,
        );
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
