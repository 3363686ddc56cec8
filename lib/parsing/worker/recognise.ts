// Words of pages that are pictures of text, where no model reads them. Runs in a child that draws.
import type { PDFPageProxy } from "pdfjs-dist";
import type { RecognisedLine, RecognisedPage } from "../types.ts";
import type { RecogniseTask } from "../wire.ts";
import { legibilityOf, letters } from "./pdf/letters.ts";
import { openPdf } from "./pdf/open.ts";
import { type FoundLine, RecognitionEngine, type Turn } from "./recognition-engine.ts";
import { type Drawn, drawPage, drawPicture } from "./render.ts";

/** Some 170 pixels an inch: drawn larger, the noise of a scan grows into blots in which no line is found any more. */
const SIDE = 2000;
const PDF_MOST = 300 / 72;
/** A picture of the screen has about a third of them. */
const PICTURE_MOST = 3;
/** Radians from which a page is straightened first: lines of Chinese are lost from a degree on. */
const SKEW_MIN = 0.003;
const SKEW_MAX = 0.3;
/** Per cent below which a page may stand on its side or its head, and from which it surely does not. */
const DOUBTFUL = 65;
const GOOD = 80;
/** Milliseconds after which no further way of turning a page is tried. */
const TURNING_MS = 10_000;
/** Per cent below which the words are those of a photograph, which has none. */
const NOISE = 40;
/** Of the height of a row as the machine takes it: with room above and below. */
const LETTERS = 0.88;

interface Found {
  number: number;
  page: RecognisedPage | null;
  isFailed?: true;
}

/** Hands over each page as soon as it is recognised. A page that fails costs no more than itself. Throws ParseStop. */
export async function recognisePages(
  { path, format, pages }: RecogniseTask,
  deliver: (found: Found) => Promise<void>,
): Promise<void> {
  let engine: RecognitionEngine | undefined;
  const each = async (number: number, draw: () => Promise<Drawn | null>) => {
    const drawn = await draw();
    engine ??= drawn ? await RecognitionEngine.start() : undefined;
    return { number, page: drawn && engine ? pageOf(drawn, engine) : null };
  };
  if (format === "image") return deliver(await each(1, () => drawPicture(path, { side: SIDE, most: PICTURE_MOST })));
  const { document } = await openPdf(path, { isDrawn: true });
  try {
    for (const number of pages) {
      const page = await document.getPage(number);
      const found = await each(number, async () =>
        (await hasWords(page)) ? null : drawPage(page, { side: SIDE, most: PDF_MOST }),
      ).catch((): Found => {
        // Whatever it stumbled over may still be in it.
        engine = undefined;
        return { number, page: null, isFailed: true };
      });
      page.cleanup();
      await deliver(found);
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Words that can be read without a picture. */
async function hasWords(page: PDFPageProxy): Promise<boolean> {
  const { items } = await page.getTextContent();
  return !legibilityOf(items).isPicture && items.some((item) => "str" in item && item.str.trim() !== "");
}

interface Attempt {
  turn: Turn;
  skew: number;
  lines: FoundLine[];
  certainty: number;
  isOnSide: boolean;
}

function pageOf({ canvas, scale, width, height }: Drawn, engine: RecognitionEngine): RecognisedPage {
  const until = Date.now() + TURNING_MS;
  engine.take(greyOf(canvas), canvas.width, canvas.height);
  const first = attempt(engine, 0);
  let best = first;
  // Lines up and down the page are told by the machine itself; then either side may be its head.
  const others = first.isOnSide ? ([90, 270] as const) : first.certainty < DOUBTFUL ? ([180] as const) : [];
  for (const turn of others) {
    if ((best.turn !== 0 && best.certainty >= GOOD) || Date.now() > until) break;
    const other = attempt(engine, turn);
    if (other.certainty > best.certainty || (best.isOnSide && !other.isOnSide)) best = other;
  }
  const { turn, skew, certainty } = best;
  const lines = certainty < NOISE ? [] : sized(best.lines.map((line) => lineOf(line, scale)));
  return { width, height, turn, skew, certainty: Math.round(certainty), lines };
}

function attempt(engine: RecognitionEngine, turn: Turn): Attempt {
  const askew = engine.skew(turn);
  const skew = Math.abs(askew) > SKEW_MIN && Math.abs(askew) < SKEW_MAX ? askew : 0;
  const lines = engine.recognise(turn, skew);
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const certainty = words.reduce((sum, word) => sum + word.certainty * word.text.length, 0) / Math.max(1, characters);
  const onSide = lines.filter(({ isOnSide }) => isOnSide).flatMap((line) => line.words);
  const isOnSide = onSide.reduce((sum, { text }) => sum + text.length, 0) > characters / 2;
  return { turn, skew, lines, certainty, isOnSide };
}

function greyOf(canvas: Drawn["canvas"]): Uint8Array {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const grey = new Uint8Array(canvas.width * canvas.height);
  for (let at = 0, from = 0; at < grey.length; at++, from += 4)
    grey[at] = (77 * data[from]! + 150 * data[from + 1]! + 29 * data[from + 2]!) >> 8;
  return grey;
}

function lineOf({ height, base, words }: FoundLine, scale: number): RecognisedLine {
  return {
    size: (height * LETTERS) / scale,
    base: round(base / scale),
    words: words.map(({ text, x0, y0, x1, y1, certainty }) => [
      letters(text),
      round(x0 / scale),
      round(y0 / scale),
      round((x1 - x0) / scale),
      round((y1 - y0) / scale),
      Math.round(certainty),
    ]),
  };
}

/** Lines about as high as most are set in the same size: the machine takes each for a little more or less. */
function sized(lines: readonly RecognisedLine[]): RecognisedLine[] {
  const lengthOf = ({ words }: RecognisedLine) => words.reduce((sum, [text]) => sum + text.length, 0);
  const sizes = lines.flatMap((line) => Array.from({ length: lengthOf(line) }, () => line.size)).sort((a, b) => a - b);
  const usual = sizes[sizes.length >> 1] ?? 0;
  return lines.map((line) => {
    const isUsual = Math.abs(line.size - usual) < usual * 0.2 || lengthOf(line) < 3;
    return { ...line, size: round(isUsual ? usual : line.size) };
  });
}

const round = (value: number) => Math.round(value * 100) / 100;
