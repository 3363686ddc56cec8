import "server-only";
import { setImmediate } from "node:timers/promises";
import { estimateTokens } from "../tokens";
import type { ChatMessage, ChatProtocol, ChatRequest, StreamHandlers } from "../types";

export const BUILTIN_MODEL = "builtin-extractive";

const MAX_PASSAGES = 3;
const PIECE = 12;

/**
 * The model of a fresh installation (ARCHITECTURE 6): no network, no language model. It answers by quoting the passages
 * of what it was given that share most words with the question, and says so.
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

/** The whole answer; exported for tests. Deterministic. */
export function extractiveAnswer(messages: ChatRequest["messages"]): string {
  const question = textOf(messages.findLast((message) => message.role === "user") ?? { role: "user", content: "" });
  const material = messages.filter((message) => message.role !== "assistant").map(textOf);
  const passages = bestPassages(question, material.slice(0, -1));
  const chinese = /\p{Script=Han}/u.test(question);
  const notice = chinese
    ? "我是内置的摘录模型，不是大语言模型：我只会从已有内容里摘出与问题最相关的原文。管理员可在“系统设置 › 模型接入”里接入真正的模型。"
    : "I am the built-in extractive model, not a language model: I only quote the passages of what I was given that fit a question best. An administrator can connect a real model under System settings › Model access.";
  if (passages.length === 0) {
    const none = chinese
      ? "这次对话里还没有可以摘录的内容。"
      : "There is nothing in this conversation to quote from yet.";
    return `${notice}\n\n${none}`;
  }
  const intro = chinese ? "与你的问题最相关的原文：" : "The passages closest to your question:";
  return `${notice}\n\n${intro}\n\n${passages.map((passage) => `> ${passage}`).join("\n\n")}`;
}

function bestPassages(question: string, material: string[]): string[] {
  const wanted = new Set(terms(question));
  if (wanted.size === 0) return [];
  const passages = material.flatMap((text) => text.split(/(?<=[。！？!?])\s*|(?<=\.)\s+|\n+/u));
  const scored = [...new Set(passages.map((passage) => passage.trim()).filter(Boolean))].map((passage, order) => {
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
