// What is said about the cells of a sheet, after them.
import type { Archive, Relations } from "../archive.ts";
import type { Builder } from "../builder.ts";
import { saidBy } from "../docx/asides.ts";
import { below, child, sidePart, type XmlNode } from "../tree.ts";
import { placeOf } from "./address.ts";

/** Names by ids. */
type Persons = ReadonlyMap<string | undefined, string>;

export function personsOf(archive: Archive, builder: Builder, relations: Relations): Persons {
  const parts = [...relations.values()].filter(({ type }) => type === "person");
  const persons = parts.flatMap(({ target }) => [...below(sidePart(archive, builder, target), "person")]);
  return new Map(persons.map(({ attributes }) => [attributes.id, attributes.displayName ?? ""]));
}

interface Comment {
  cell: string;
  author: string;
  words: string;
  isReply: boolean;
  isResolved: boolean;
}

/** In the order of the cells; of a conversation the file also keeps a note that says it is one, which is left out. */
export async function writeComments(
  archive: Archive,
  builder: Builder,
  relations: Relations,
  persons: Persons,
): Promise<void> {
  const partsOf = (kind: string) =>
    [...relations.values()]
      .filter(({ type, external }) => type === kind && !external)
      .map(({ target }) => sidePart(archive, builder, target));
  const threads = partsOf("threadedComment").flatMap((root) => threadsOf(root, persons));
  const cells = new Set(threads.map(({ cell }) => cell));
  const notes = partsOf("comments")
    .flatMap(notesOf)
    .filter(({ cell, author }) => !(cells.has(cell) && author.startsWith("tc=")));
  for (const { cell, author, words, isReply, isResolved } of [...threads, ...notes].sort(byCell)) {
    const reply = isReply ? { reply: true as const } : {};
    const resolved = isResolved ? { resolved: true as const } : {};
    const runs = saidBy([cell, author].filter(Boolean).join(" "), [{ text: words }]);
    if (words) await builder.text({ kind: "comment", cell, ...reply, ...resolved }, runs);
  }
}

function threadsOf(root: XmlNode | null, persons: Persons): Comment[] {
  const nodes = [...below(root, "threadedComment")];
  const byId = new Map(nodes.map((node) => [node.attributes.id, node]));
  return nodes.map((node) => {
    const { ref = "", personId, parentId, done } = node.attributes;
    const first = parentId ? byId.get(parentId) : undefined;
    return {
      cell: ref,
      author: persons.get(personId) ?? "",
      words: child(node, "text")?.text.trim() ?? "",
      isReply: Boolean(parentId),
      isResolved: [done, first?.attributes.done].includes("1"),
    };
  });
}

function notesOf(root: XmlNode | null): Comment[] {
  const authors = (child(root, "authors")?.children ?? []).map(({ text }) => text.trim());
  return [...below(root, "comment")].map((node) => {
    const author = authors[Number(node.attributes.authorId)] ?? "";
    const words = [...below(child(node, "text"), "t")]
      .map(({ text }) => text)
      .join("")
      .trim();
    // Excel begins a note with its author.
    const said = author && words.startsWith(`${author}:`) ? words.slice(author.length + 1).trim() : words;
    return { cell: node.attributes.ref ?? "", author, words: said, isReply: false, isResolved: false };
  });
}

function byCell(a: Comment, b: Comment): number {
  const [one, other] = [placeOf(a.cell), placeOf(b.cell)];
  return (one?.row ?? 0) - (other?.row ?? 0) || (one?.column ?? 0) - (other?.column ?? 0);
}
