import "server-only";
import { SaxesParser } from "saxes";

/** An element as we read it: names without prefix, text whole. */
export interface XmlElement {
  name: string;
  uri: string;
  /** Attributes without namespace, by name. */
  attributes: Record<string, string>;
  children: XmlElement[];
  /** All text directly inside, decoded; nothing in between cuts it. */
  text: string;
}

const DEPTH_MAX = 50;
const ELEMENTS_MAX = 50_000;

/**
 * Reads XML of another side: well-formed, with namespaces, without DTD, processing instructions or undeclared entities.
 * Comments are refused unless allowed: they change what a signed text says to careless readers. Throws.
 */
export function readXml(xml: string, { comments = false, instructions = false } = {}): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  const refuse = (what: string) => () => {
    throw new Error(`xml: ${what}`);
  };
  parser.on("error", refuse("not well formed"));
  parser.on("doctype", refuse("document type"));
  if (!instructions) parser.on("processinginstruction", refuse("processing instruction"));
  if (!comments) parser.on("comment", refuse("comment"));
  parser.on("opentag", (tag) => {
    count += 1;
    if (count > ELEMENTS_MAX || open.length >= DEPTH_MAX) throw new Error("xml: too large");
    const attributes: Record<string, string> = Object.create(null);
    for (const { uri, local, value } of Object.values(tag.attributes)) if (uri === "") attributes[local] = value;
    const element: XmlElement = { name: tag.local, uri: tag.uri, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  const keep = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on("text", keep);
  parser.on("cdata", keep);
  parser.write(xml).close();
  if (!root) throw new Error("xml: empty");
  return root;
}

/** Children of a name in a namespace. */
export function childrenOf(element: XmlElement, uri: string, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name && child.uri === uri);
}

/** The element and everything in it. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

export function xmlText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}
