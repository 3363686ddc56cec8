import "server-only";
import { setImmediate } from "node:timers/promises";
import { type AskedWord, askedAbout, isFiller, saidWords, saysHowFar } from "@/lib/text/asked-words";
import { estimateTokens } from "../tokens";
import type { ChatMessage, ChatProtocol, ChatRequest, StreamHandlers } from "../types";

export const BUILTIN_MODEL = "builtin-extractive";

const MAX_PASSAGES = 3;
const PIECE = 12;
/** Longer stretches without the end of a sentence are lists and tables, characters. */
const QUOTE_MAX = 600;

/**
 * The model of a fresh installation (ARCHITECTURE 6): no network, no language model. It answers by quoting the passages
 * of what it was given that share most words with the question, and says so. Passages with a number are cited by it.
 */
export const builtinProtocol: ChatProtocol = {
  open: async (_channel, request, signal) => ({
    read: async (handlers) => {
      const text = extractiveAnswer(request.messages);
      await stream(text, handlers, signal);
      const input = request.messages.map((message) => textOf(message)).join("\n");
      return {
        finishReason: "stop",
        usage: {
          inputTokens: estimateTokens(input),
          outputTokens: estimateTokens(text),
          reasoningTokens: 0,
          cachedTokens: 0,
        },
        toolCalls: [],
        badLines: 0,
      };
    },
  }),
};

async function stream(text: string, handlers: StreamHandlers, signal: AbortSignal): Promise<void> {
  const symbols = [...text];
  for (let from = 0; from < symbols.length && !signal.aborted; from += PIECE) {
    handlers.onText(symbols.slice(from, from + PIECE).join(""));
    await setImmediate();
  }
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

const PASSAGE = /<passage n="(\d{1,4})"[^>]*>\n?([\s\S]*?)\n?<\/passage>/g;

/** The whole answer; exported for tests. Deterministic. */
export function extractiveAnswer(messages: ChatRequest["messages"]): string {
  const last = textOf(messages.findLast((message) => message.role === "user") ?? { role: "user", content: "" });
  const question = last.replace(PASSAGE, "").trim();
  const material = messages.filter((message) => message.role !== "assistant").map(textOf);
  const given = material.flatMap((text) =>
    [...text.matchAll(PASSAGE)].map(([, number, words = ""]) => ({ number, words: words.replaceAll("&lt;", "<") })),
  );
  const passages =
    given.length > 0
      ? bestQuotes(question, given).map(({ quote, number }) => `${quote} [${number}]`)
      : bestPassages(question, material.slice(0, -1));
  const chinese = /\p{Script=Han}/u.test(question);
  const notice = chinese
    ? "我是内置的摘录模型，不是大语言模型：我只会从已有内容里摘出与问题最相关的原文。管理员可在“系统设置 › 模型接入”里接入真正的模型。"
    : "I am the built-in extractive model, not a language model: I only quote the passages of what I was given that fit a question best. An administrator can connect a real model under System settings › Model access.";
  if (passages.length === 0) {
    const none = chinese
      ? "这次对话里还没有可以摘录的内容。"
      : "There is nothing in this conversation to quote from yet.";
    const noMatch = chinese ? "文档里没有与问题相关的内容。" : "The documents hold nothing that fits the question.";
    return `${notice}\n\n${given.length > 0 ? noMatch : none}`;
  }
  const intro = chinese ? "与你的问题最相关的原文：" : "The passages closest to your question:";
  return `${notice}\n\n${intro}\n\n${passages.map((passage) => `> ${passage}`).join("\n\n")}`;
}

interface Quote {
  number: string | undefined;
  quote: string;
}

/** A word of a question a sentence says in another word, beside one it has in common with it. */
const MEANT_WEIGHT = 0.8;

/** Sentences of numbered passages, those first that share the question's rarer words, or say them in others. */
function bestQuotes(question: string, given: readonly { number: string | undefined; words: string }[]): Quote[] {
  const wanted = new Set(terms(question).filter((term) => !isFiller(term)));
  const asked = askedAbout(question);
  const seen = new Set<string>();
  const all = given.flatMap(({ number, words }) =>
    sentences(words)
      .filter((quote) => quote.length <= QUOTE_MAX && !seen.has(quote) && seen.add(quote))
      .map((quote) => ({ number, quote, found: sharedTerms(quote, wanted), meant: meantWords(quote, asked) }))
      .map((entry, index, lines) => ({ ...entry, above: headingAbove(lines, index) })),
  );
  const holding = new Map<string, number>();
  for (const { found, meant } of all)
    for (const term of [...found, ...meant]) holding.set(term, (holding.get(term) ?? 0) + 1);
  const sum = (found: readonly string[]) =>
    found.reduce((total, term) => total + Math.log(1 + all.length / (holding.get(term) ?? 1)), 0);
  const scoreOf = ({ found, meant }: Words) => sum(found) + MEANT_WEIGHT * sum(meant);
  return all
    .map((entry, order) => {
      const { quote, above } = entry;
      // A heading says what its sentences are about, and nothing by itself.
      const score = isHeading(quote) ? HEADING_WEIGHT * scoreOf(entry) : scoreOf(entry);
      return { ...entry, order, score: score + (above ? HEADING_WEIGHT * scoreOf(restOf(above, entry)) : 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, MAX_PASSAGES)
    .map(({ number, quote }) => ({ number, quote }));
}

/** Of a question, by the same words and by others. */
interface Words {
  found: readonly string[];
  meant: readonly string[];
}

/** What the words of a heading count for the sentences below it. */
const HEADING_WEIGHT = 0.5;
const HEADING_MAX = 40;

const isHeading = (line: string) =>
  line.length <= HEADING_MAX && !/[。！？!?.；;，,：:|]/u.test(line.replace(/^[\d.]+/, ""));

/** The heading a sentence stands under; undefined for a heading, and for what has none. */
function headingAbove<T extends { quote: string }>(lines: readonly T[], index: number): T | undefined {
  return isHeading(lines[index]!.quote) ? undefined : lines.slice(0, index).findLast(({ quote }) => isHeading(quote));
}

/** What a heading has of a question that its sentence does not have itself. */
const restOf = (heading: Words, own: Words): Words => ({
  found: heading.found.filter((term) => !own.found.includes(term)),
  meant: heading.meant.filter((term) => !own.meant.includes(term)),
});

const sharedTerms = (quote: string, wanted: ReadonlySet<string>) =>
  [...new Set(terms(quote))].filter((term) => wanted.has(term));

/** Words of a question a sentence says in others, each as a term of its own. */
function meantWords(quote: string, asked: readonly AskedWord[]): string[] {
  const said = saidWords(quote);
  return asked
    .map((word) => ({ word, howFar: saysHowFar(said, word) }))
    .filter(({ word, howFar }) => howFar > 0 && (howFar < 1 || !word.isHan))
    .map(({ word }) => `~${word.text}`);
}

function sentences(text: string): string[] {
  return text
    .split(/(?<=[。！？!?])\s*|(?<=\.)\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

function bestPassages(question: string, material: string[]): string[] {
  const wanted = new Set(terms(question));
  if (wanted.size === 0) return [];
  const scored = [...new Set(material.flatMap(sentences))].map((passage, order) => {
    const found = new Set(terms(passage).filter((term) => wanted.has(term)));
    return { passage, order, score: found.size };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, MAX_PASSAGES)
    .map(({ passage }) => passage.slice(0, 600));
}

/** Words of languages with spaces, pairs of characters of Chinese. */
function terms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{Script=Latin}\p{N}]{2,}/gu) ?? [];
  const runs = text.match(/\p{Script=Han}+/gu) ?? [];
  const pairs = runs.flatMap((run) => {
    const symbols = [...run];
    return symbols.slice(0, -1).map((symbol, index) => symbol + symbols[index + 1]);
  });
  return [...words, ...pairs];
}
