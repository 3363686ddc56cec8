import "server-only";
import { setImmediate } from "node:timers/promises";
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

/** Sentences of numbered passages, those first that share the question's rarer words. */
function bestQuotes(question: string, given: readonly { number: string | undefined; words: string }[]): Quote[] {
  const wanted = new Set(terms(question));
  const seen = new Set<string>();
  const all = given.flatMap(({ number, words }) =>
    sentences(words)
      .filter((quote) => quote.length <= QUOTE_MAX && !seen.has(quote) && seen.add(quote))
      .map((quote) => ({ number, quote, found: [...new Set(terms(quote))].filter((term) => wanted.has(term)) })),
  );
  const holding = new Map<string, number>();
  for (const { found } of all) for (const term of found) holding.set(term, (holding.get(term) ?? 0) + 1);
  const weight = (term: string) => Math.log(1 + all.length / (holding.get(term) ?? 1));
  return all
    .map((entry, order) => ({ ...entry, order, score: entry.found.reduce((sum, term) => sum + weight(term), 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, MAX_PASSAGES)
    .map(({ number, quote }) => ({ number, quote }));
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
