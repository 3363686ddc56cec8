import "server-only";
import type { FlowTest, ValueType } from "../../../workflow/graph";
import { ALONE_OPS } from "../../../workflow/graph";
import { ELSE_HANDLE } from "../../../workflow/outputs";
import { asData, asText, fillText, resolve, type Scope } from "../../../workflow/values";
import { FlowFailure, type StepContext, type StepResult } from "../context";
import { GIVEN } from "../given";
import { reviewAnswer } from "../reviewing";
import type { Around } from ".";

export async function runStart({ scope, given }: StepContext<"start">): Promise<StepResult> {
  const output = (scope.get(GIVEN) ?? {}) as Record<string, unknown>;
  given({});
  return { output };
}

export async function runTemplate({ node, scope }: StepContext<"template">): Promise<StepResult> {
  return { output: { text: fillText(node.data.template, scope) } };
}

export async function runAnswer(context: StepContext<"answer">): Promise<StepResult> {
  const text = fillText(context.node.data.text, context.scope);
  await reviewAnswer(context, text);
  return { output: { text } };
}

export async function runVariable({ node, scope }: StepContext<"variable">): Promise<StepResult> {
  const output: Record<string, unknown> = {};
  for (const { name, value, type } of node.data.values) output[name] = asType(resolve(value, scope), type, name);
  return { output };
}

export async function runJoin({ node, scope }: StepContext<"join">, { from }: Around): Promise<StepResult> {
  const values = node.data.values.map((value) => resolve(value, scope));
  const value = values.find((one) => !isEmpty(one)) ?? null;
  return { output: { value, from: [...from] } };
}

export async function runCondition({ node, scope, given }: StepContext<"condition">): Promise<StepResult> {
  const { branches } = node.data;
  given(Object.fromEntries(branches.flatMap(({ tests }) => tests.map(({ left }) => [left, resolve(left, scope)]))));
  const taken = branches.find(({ match, tests }) => holds(match, tests, scope));
  return { output: { branch: taken ? taken.name || taken.id : "" }, handle: taken?.id ?? ELSE_HANDLE };
}

/** Whether tests hold, all or any of them; none hold. */
export function holds(match: "all" | "any", tests: readonly FlowTest[], scope: Scope): boolean {
  if (tests.length === 0) return false;
  const one = (test: FlowTest) => passes(test, scope);
  return match === "all" ? tests.every(one) : tests.some(one);
}

function passes({ left: leftText, op, right: rightText }: FlowTest, scope: Scope): boolean {
  const left = resolve(leftText, scope);
  const right = ALONE_OPS.includes(op) ? "" : resolve(rightText, scope);
  const words = asData(left).trim();
  const other = asData(right).trim();
  switch (op) {
    case "is":
      return isSame(left, right, words, other);
    case "isNot":
      return !isSame(left, right, words, other);
    case "contains":
      return contains(left, words, other);
    case "containsNot":
      return !contains(left, words, other);
    case "begins":
      return words.startsWith(other);
    case "ends":
      return words.endsWith(other);
    case "empty":
      return isEmpty(left);
    case "present":
      return !isEmpty(left);
    case "more":
      return compare(left, right, (a, b) => a > b);
    case "atLeast":
      return compare(left, right, (a, b) => a >= b);
    case "less":
      return compare(left, right, (a, b) => a < b);
    case "atMost":
      return compare(left, right, (a, b) => a <= b);
    case "true":
      return left === true || words.toLowerCase() === "true";
    case "false":
      return left === false || words.toLowerCase() === "false";
  }
}

/** Numbers by their value where both sides are numbers: 5 is 5.0. */
function isSame(left: unknown, right: unknown, words: string, other: string): boolean {
  if (words === other) return true;
  const [a, b] = [numberOf(left), numberOf(right)];
  return a !== null && b !== null && a === b;
}

const contains = (left: unknown, words: string, other: string) =>
  Array.isArray(left) ? left.some((item) => asText(item).trim() === other) : words.includes(other);

/** What is no number on either side is neither more nor less. */
function compare(left: unknown, right: unknown, holdsFor: (a: number, b: number) => boolean): boolean {
  const [a, b] = [numberOf(left), numberOf(right)];
  return a !== null && b !== null && holdsFor(a, b);
}

/** A number, also as people write it (`1,200`); null for anything else. */
function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.trim() === "") return null;
  const number = Number(value.trim().replace(/(?<=\d),(?=\d{3}(\D|$))/g, ""));
  return Number.isFinite(number) ? number : null;
}

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** A value as a type asks for it. Throws flowValueType, naming what it is of. */
export function asType(value: unknown, type: ValueType, name: string): unknown {
  const wrong = () => new FlowFailure("flowValueType", { name });
  switch (type) {
    case "text":
      return asText(value);
    case "number": {
      const number = numberOf(value);
      if (number === null) throw wrong();
      return number;
    }
    case "boolean": {
      if (typeof value === "boolean") return value;
      const word = asText(value).trim().toLowerCase();
      if (word === "true" || word === "false") return word === "true";
      throw wrong();
    }
    case "list":
    case "object": {
      const parsed = typeof value === "string" ? parsedJson(value) : value;
      const isRight = type === "list" ? Array.isArray(parsed) : isRecord(parsed);
      if (!isRight) throw wrong();
      return parsed;
    }
  }
}

const isRecord = (value: unknown) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
