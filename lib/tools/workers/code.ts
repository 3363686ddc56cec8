// Runs a piece of JavaScript in QuickJS: no files, no network, no process, only the language and a console.
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  RELEASE_SYNC,
} from "quickjs-emscripten";
import type { WorkerJobs, WorkerReply } from "../worker.ts";

const STACK_BYTES = 512 * 1024;
const JOBS_MAX = 100_000;
const PAGE_BYTES = 65_536;
/** What the engine starts with. */
const FIRST_PAGES = 256;

/** The engine's own count forgets most allocations in this build, so its whole memory has an end. */
function engineWith(memoryBytes: number): Promise<QuickJSWASMModule> {
  const maximum = FIRST_PAGES + Math.ceil(memoryBytes / PAGE_BYTES);
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum });
  return newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
}

/** Collects what is printed, up to the limit. */
class Output {
  readonly max: number;
  text = "";
  cut = false;

  constructor(max: number) {
    this.max = max;
  }

  add(line: string): void {
    const room = this.max - this.text.length;
    if (line.length + 1 > room) this.cut = true;
    if (room > 0) this.text += `${line}\n`.slice(0, room);
  }
}

function addConsole(context: QuickJSContext, output: Output): void {
  const console = context.newObject();
  for (const name of ["log", "info", "warn", "error", "debug"]) {
    const print = context.newFunction(name, (...handles) => {
      output.add(handles.map((handle) => shown(context, handle, output.max)).join(" "));
    });
    context.setProp(console, name, print);
    print.dispose();
  }
  context.setProp(context.global, "console", console);
  console.dispose();
}

/** A value as text: strings as they are, everything else as JSON where that exists. */
function shown(context: QuickJSContext, handle: QuickJSHandle, max: number, asJson = false): string {
  const type = context.typeof(handle);
  if (type === "string" && !asJson) return context.getString(handle).slice(0, max);
  if (type !== "object" && !(asJson && type === "string"))
    return type === "undefined" ? "undefined" : String(context.dump(handle)).slice(0, max);
  const json = context.getProp(context.global, "JSON");
  const stringify = context.getProp(json, "stringify");
  const called = context.callFunction(stringify, json, handle);
  try {
    if (called.error) return "[object]";
    return context.typeof(called.value) === "string" ? context.getString(called.value).slice(0, max) : "[object]";
  } finally {
    (called.error ?? called.value).dispose();
    stringify.dispose();
    json.dispose();
  }
}

function failureText(context: QuickJSContext, handle: QuickJSHandle): string {
  const dumped: unknown = context.dump(handle);
  handle.dispose();
  if (!dumped || typeof dumped !== "object") return String(dumped);
  const { name, message } = dumped as { name?: unknown; message?: unknown };
  return `${name ?? "Error"}: ${message ?? ""}`;
}

/** The engine tells limits by these words. */
function limitOf(text: string): "toolTimeout" | "toolMemory" | null {
  if (/^InternalError: interrupted/.test(text)) return "toolTimeout";
  if (/^InternalError: (out of memory|stack overflow)|^RangeError: Maximum call stack/.test(text)) return "toolMemory";
  return null;
}

type Job = WorkerJobs["code"]["input"];
type Reply = WorkerReply<"code">;

function run(engine: QuickJSWASMModule, { code, ms, memoryBytes, outputMax, asJson = false }: Job): Reply {
  const runtime = engine.newRuntime();
  const deadline = Date.now() + ms;
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => Date.now() > deadline);
  const context = runtime.newContext();
  const output = new Output(outputMax);
  addConsole(context, output);
  const failed = (text: string): Reply => {
    const printed = text && output.text ? `\nOutput before it failed:\n${output.text.slice(0, 1000)}` : "";
    return { error: limitOf(text) ?? "codeFailed", detail: text.slice(0, 1000) + printed };
  };

  const evaluated = context.evalCode(code, "code.js");
  if (evaluated.error) return failed(failureText(context, evaluated.error));
  let value = evaluated.value;
  const jobs = runtime.executePendingJobs(JOBS_MAX);
  if (jobs.error) return failed(failureText(context, jobs.error));
  const promise = context.getPromiseState(value);
  if (promise.type === "rejected") return failed(failureText(context, promise.error));
  if (promise.type === "pending") return failed("Error: The code waits for something that never comes.");
  if (!promise.notAPromise) value = promise.value;
  const result = context.typeof(value) === "undefined" ? "" : shown(context, value, outputMax, asJson);
  return { value: { result, output: output.text, cut: output.cut || result.length >= outputMax } };
}

async function replyTo(job: Job): Promise<Reply> {
  try {
    return run(await engineWith(job.memoryBytes), job);
  } catch (error) {
    // The engine's own memory ran out, or it stopped itself.
    return { error: "toolMemory", detail: (error instanceof Error ? error.message : "").slice(0, 200) };
  }
}

process.on("message", async (job: Job) => process.send?.(await replyTo(job)));
// Everything is loaded: the work's own time begins.
process.send?.("ready");
