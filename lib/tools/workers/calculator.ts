// Computes one expression. Only numbers go in and come out; the thread is ended when it takes too long.
import { parentPort } from "node:worker_threads";
import { all, type ConstantNode, create, type FunctionNode, type MathNode, type SymbolNode } from "mathjs";
import type { WorkerJobs, WorkerReply } from "../worker.ts";

const port = parentPort!;
const math = create(all!, { number: "BigNumber", precision: 64 });
const { parse } = math;

const FUNCTIONS = new Set(
  (
    "abs acos acosh asin asinh atan atan2 atanh cbrt ceil combinations cos cosh cot csc cube exp expm1 factorial fix floor " +
    "gamma gcd hypot lcm log log10 log1p log2 max mean median min mod nthRoot permutations pow prod quantileSeq round sec sign " +
    "sin sinh sqrt square std sum tan tanh variance"
  ).split(" "),
);
const CONSTANTS = new Set(["pi", "PI", "e", "E", "tau", "phi", "true", "false"]);
const NODES = new Set([
  "ArrayNode",
  "ConditionalNode",
  "ConstantNode",
  "FunctionNode",
  "OperatorNode",
  "ParenthesisNode",
  "RelationalNode",
  "SymbolNode",
]);
const DIGITS = 30;

/** How people write: full-width signs, × and ÷, ln. */
function normalize(expression: string): string {
  return expression
    .normalize("NFKC")
    .replaceAll("×", "*")
    .replaceAll("÷", "/")
    .replaceAll("−", "-")
    .replaceAll("π", "pi")
    .replaceAll("√", "sqrt")
    .replace(/\bln\s*\(/g, "log(")
    .replace(/\blg\s*\(/g, "log10(");
}

/** Everything that could name, store, load or build something is refused before anything is computed. */
function check(node: MathNode, path: string, parent: MathNode | null): void {
  if (!NODES.has(node.type)) throw new Error("Only numbers, operators and functions of numbers are computed.");
  if (node.type === "ConstantNode") {
    const { value } = node as ConstantNode;
    const isPlain = ["number", "bigint", "boolean"].includes(typeof value);
    if (!isPlain && !math.isBigNumber(value)) throw new Error("Only numbers are computed.");
  }
  if (node.type === "SymbolNode") {
    const { name } = node as SymbolNode;
    const isCalled = parent?.type === "FunctionNode" && path === "fn";
    if (!isCalled && !CONSTANTS.has(name)) throw new Error(`Unknown name: ${name.slice(0, 40)}`);
  }
  if (node.type === "FunctionNode") {
    const { fn } = node as FunctionNode<{ type: string; name?: string }>;
    const name = String(fn.name ?? "");
    if (fn.type !== "SymbolNode" || !FUNCTIONS.has(name)) throw new Error(`Unknown function: ${name.slice(0, 40)}`);
  }
}

function show(value: unknown): string {
  if (typeof value === "boolean") return String(value);
  const list: unknown = math.isMatrix(value) ? value.toArray() : value;
  if (Array.isArray(list)) return `[${list.flat(8).map(show).join(", ")}]`;
  if (!math.isBigNumber(list) && typeof list !== "number") throw new Error("The result is not a real number.");
  if (typeof list === "number" ? !Number.isFinite(list) : !list.isFinite()) {
    throw new Error("The result is not a finite number.");
  }
  return math.format(list, { precision: DIGITS, lowerExp: -15, upperExp: 30 });
}

function calculate(expression: string): WorkerReply<"calculator"> {
  try {
    const tree = parse(normalize(expression));
    tree.traverse(check);
    return { value: show(tree.evaluate()) };
  } catch (error) {
    return { error: "calculationWrong", detail: (error instanceof Error ? error.message : "").slice(0, 300) };
  }
}

port.on("message", ({ expression }: WorkerJobs["calculator"]["input"]) => port.postMessage(calculate(expression)));
// Everything is loaded: the work's own time begins.
port.postMessage("ready");
