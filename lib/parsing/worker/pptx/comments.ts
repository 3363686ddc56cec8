// Comments on slides, of both kinds PowerPoint writes.
import type { Archive, Relations } from "../archive.ts";
import type { Builder } from "../builder.ts";
import { saidBy } from "../docx/asides.ts";
import { below, child, sidePart, wordsBelow, type XmlNode } from "../tree.ts";

/** Names by the ids of a presentation. */
export type Authors = ReadonlyMap<string | undefined, string>;

export function authorsOf(archive: Archive, builder: Builder, relations: Relations): Authors {
  const parts = [...relations.values()].filter(({ type }) => type === "commentAuthors" || type === "authors");
  return new Map(
    parts
      .flatMap(({ target }) => sidePart(archive, builder, target)?.children ?? [])
      .map(({ attributes }) => [attributes.id, attributes.name ?? ""]),
  );
}

interface Comment {
  author: string | undefined;
  words: string;
  isReply: boolean;
  isResolved: boolean;
}

export async function writeComments(root: XmlNode | null, builder: Builder, authors: Authors): Promise<void> {
  for (const { author, words, isReply, isResolved } of [...below(root, "cm")].flatMap(threadOf)) {
    const reply = isReply ? { reply: true as const } : {};
    const resolved = isResolved ? { resolved: true as const } : {};
    const runs = saidBy(authors.get(author) ?? "", [{ text: words }]);
    if (words) await builder.text({ kind: "comment", ...reply, ...resolved }, runs);
  }
}

/** A comment with its replies; in the older kind each of them is a comment that names the one it answers. */
function threadOf(node: XmlNode): Comment[] {
  const { authorId: author, status } = node.attributes;
  const isResolved = status === "resolved" || status === "closed";
  const text = child(node, "text");
  const isReply = below(node, "parentCm").next().value !== undefined;
  const first = { author, words: text ? text.text.trim() : wordsBelow(child(node, "txBody")), isReply, isResolved };
  const replies = (child(node, "replyLst")?.children ?? []).map((reply) => ({
    author: reply.attributes.authorId,
    words: wordsBelow(child(reply, "txBody")),
    isReply: true,
    isResolved,
  }));
  return [first, ...replies];
}
