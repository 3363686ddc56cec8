// The recogniser of Tesseract as it is compiled for Node, without the worker around it that would fetch its data: the
// engine and what it knows of languages come from packages that may be missing (`lib/parsing/recognition`).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";

const require = createRequire(import.meta.url);

/** Chinese first: where both are likely, letters of ours are rather taken for Chinese than the other way round. */
const LANGUAGES = ["chi_sim", "eng"];
const DATA = "4.0.0_best_int";
const CORE = "tesseract.js-core/tesseract-core-simd-lstm";
/** Neural nets alone: the data has nothing else. */
const LSTM_ONLY = 1;
/** Blocks, columns and lines are looked for; which way is up is not. */
const AUTO = 3;
const LINE = 2;
const WORD = 3;
/** Pixels an inch, about: what is unknown is guessed from every picture anew. */
const DPI = "300";
const INPUT = "/input";
/** How pictures of cameras name the quarter turns. */
const EXIF = { 0: 1, 90: 6, 180: 3, 270: 8 } as const;

export type Turn = keyof typeof EXIF;

/** Pixels of the picture as it was turned. */
interface Place {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface FoundWord extends Place {
  text: string;
  /** Per cent. */
  certainty: number;
}

export interface FoundLine {
  /** From the deepest to the highest point of its letters, as the machine takes them. */
  height: number;
  base: number;
  /** It runs up or down the picture. */
  isOnSide: boolean;
  words: FoundWord[];
}

/** As far as it is used; the package has no types. */
interface Core {
  FS: { writeFile(name: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => Api;
  destroy(object: object): void;
}
interface Api {
  Init(folder: null, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  SetImageFile(exif: number, angle: number): number;
  FindLines(): void;
  GetGradient(): number;
  Recognize(monitor: null): number;
  GetIterator(): Words;
}
interface Words {
  Begin(): void;
  Next(level: number): boolean;
  Empty(level: number): boolean;
  IsAtBeginningOf(level: number): boolean;
  GetUTF8Text(level: number): string;
  Confidence(level: number): number;
  getBoundingBox(level: number): Place;
  getBaseline(level: number): Place;
  getRowAttributes(): { row_height: number };
}

export class RecognitionEngine {
  private readonly core: Core;
  private readonly api: Api;

  private constructor(core: Core, api: Api) {
    this.core = core;
    this.api = api;
  }

  static async start(): Promise<RecognitionEngine> {
    const load = require(`${CORE}.js`) as (options: object) => Promise<Core>;
    const say = () => undefined;
    const core = await load({
      wasmBinary: readFileSync(require.resolve(`${CORE}.wasm`)),
      print: say,
      printErr: say,
    });
    for (const name of LANGUAGES) {
      const packed = readFileSync(require.resolve(`@tesseract.js-data/${name}/${DATA}/${name}.traineddata.gz`));
      core.FS.writeFile(`${name}.traineddata`, gunzipSync(packed));
    }
    const api = new core.TessBaseAPI();
    if (api.Init(null, LANGUAGES.join("+"), LSTM_ONLY) !== 0) throw new Error("the recogniser did not start");
    api.SetVariable("user_defined_dpi", DPI);
    return new RecognitionEngine(core, api);
  }

  /** Takes a picture in shades of grey. */
  take(grey: Uint8Array, width: number, height: number): void {
    const head = Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1");
    this.core.FS.writeFile(INPUT, Buffer.concat([head, grey]));
  }

  /** Radians its lines rise or fall by, clockwise; 0 where there are none. */
  skew(turn: Turn): number {
    this.show(turn, 0);
    this.api.FindLines();
    const gradient = this.api.GetGradient();
    return Number.isFinite(gradient) ? -gradient : 0;
  }

  /** Lines of words of the picture, once it is turned upright and straight. */
  recognise(turn: Turn, skew: number): FoundLine[] {
    this.show(turn, skew);
    this.api.Recognize(null);
    const found = this.api.GetIterator();
    const lines: FoundLine[] = [];
    found.Begin();
    do {
      if (found.Empty(WORD)) continue;
      if (lines.length === 0 || found.IsAtBeginningOf(LINE)) {
        const { x0, y0, x1, y1 } = found.getBaseline(LINE);
        const isOnSide = Math.abs(y1 - y0) > Math.abs(x1 - x0);
        lines.push({ height: found.getRowAttributes().row_height, base: (y0 + y1) / 2, isOnSide, words: [] });
      }
      const text = found.GetUTF8Text(WORD).trim();
      if (text) lines.at(-1)!.words.push({ text, certainty: found.Confidence(WORD), ...found.getBoundingBox(WORD) });
    } while (found.Next(WORD));
    this.core.destroy(found);
    return lines.filter(({ words }) => words.length > 0);
  }

  private show(turn: Turn, skew: number): void {
    this.api.SetPageSegMode(AUTO);
    if (this.api.SetImageFile(EXIF[turn], -skew) !== 0) throw new Error("the recogniser takes no such picture");
  }
}
