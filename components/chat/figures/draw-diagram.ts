import mermaid from "mermaid";
import { diagramTheme } from "./diagram-theme";

/** What a diagram may be at most, characters and edges: drawing more would stall the page. */
const TEXT_MAX = 20_000;
const EDGES_MAX = 300;
/** Of a picture that does not tell its size, pixels. */
const USUAL = { width: 640, height: 360 };

/** Not to be changed from within a diagram (`%%{init: …}%%`), beside those the library keeps itself. */
const LOCKED = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "maxTextSize",
  "maxEdges",
  "suppressErrorRendering",
  "dompurifyConfig",
  "htmlLabels",
  "flowchart",
  "class",
  "state",
  "theme",
  "themeCSS",
  "themeVariables",
  "fontFamily",
  "altFontFamily",
];

export interface DrawnDiagram {
  /** For an image element: there a picture runs nothing and loads nothing, whatever it holds. */
  url: string;
  width: number;
  height: number;
  svg: string;
}

/** Annotations of classes and breaks of lines stay; any other tag becomes the text it is, before the library sees it. */
const TAGS = /<<\w[\w -]*>>|<br\s*\/?>|<(?=[a-z/!?])/gi;
const withoutTags = (source: string) => source.replace(TAGS, (found) => (found === "<" ? "#lt;" : found));

let count = 0;
/** The library keeps its settings for all: one drawing after the other. */
let last: Promise<unknown> = Promise.resolve();

/** Draws a Mermaid diagram as a picture. Rejects when the text is none, or is too large. */
export function drawDiagram(source: string, isDark: boolean): Promise<DrawnDiagram> {
  const drawn = last.then(() => draw(source, isDark));
  last = drawn.catch(() => undefined);
  return drawn;
}

async function draw(source: string, isDark: boolean): Promise<DrawnDiagram> {
  if (source.length > TEXT_MAX) throw new Error("diagram too large");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    secure: LOCKED,
    suppressErrorRendering: true,
    maxTextSize: TEXT_MAX,
    maxEdges: EDGES_MAX,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    theme: "base",
    themeVariables: diagramTheme(isDark),
    fontFamily: "system-ui, 'PingFang SC', 'Microsoft YaHei UI', 'Noto Sans CJK SC', sans-serif",
  });
  const text = withoutTags(source);
  await mermaid.parse(text);
  const { svg } = await mermaid.render(`diagram-${++count}`, text);
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const [, , width = USUAL.width, height = USUAL.height] = (parsed.getAttribute("viewBox") ?? "")
    .split(/[\s,]+/)
    .map(Number)
    .map((value) => (Number.isFinite(value) ? value : undefined));
  // Without a size of its own a picture would be as wide as its box.
  parsed.setAttribute("width", String(width));
  parsed.setAttribute("height", String(height));
  parsed.style.removeProperty("max-width");
  const picture = new XMLSerializer().serializeToString(parsed);
  return { svg: picture, url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`, width, height };
}
