// Runs a piece of JavaScript in QuickJS: no files, no network, no process, only the language and a console.
import { parentPort } from "node:worker_threads";
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from "quickjs-emscripten";

const STACK_BYTES = 512 * 1024;
const JOBS_MAX = 100_000;
const PAGE_BYTES = 65_536;
/** What the engine starts with. */
const FIRST_PAGES = 256;

/** The engine's own count forgets most allocations in this build, so its whole memory has an end. */
function engineWith(memoryBytes) {
  const maximum = FIRST_PAGES + Math.ceil(memoryBytes / PAGE_BYTES);
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum });
  return newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
}

/** Collects what is printed, up to the limit. */
class Output {
  text = "";
  cut = false;

  constructor(max) {
    this.max = max;
  }

  add(line) {
    const room = this.max - this.text.length;
    if (line.length + 1 > room) this.cut = true;
    if (room > 0) this.text += `${line}\n`.slice(0, room);
  }
}

function addConsole(context, output) {
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
function shown(context, handle, max) {
  const type = context.typeof(handle);
  if (type === "string") return context.getString(handle).slice(0, max);
  if (type !== "object") return type === "undefined" ? "undefined" : String(context.dump(handle)).slice(0, max);
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

function failureText(context, handle) {
  const dumped = context.dump(handle);
  handle.dispose();
  if (dumped && typeof dumped === "object") return `${dumped.name ?? "Error"}: ${dumped.message ?? ""}`;
  return String(dumped);
}

/** The engine tells limits by these words. */
function limitOf(text) {
  if (/^InternalError: interrupted/.test(text)) return "toolTimeout";
  if (/^InternalError: (out of memory|stack overflow)|^RangeError: Maximum call stack/.test(text)) return "toolMemory";
  return null;
}

function run(engine, { code, ms, memoryBytes, outputMax }) {
  const runtime = engine.newRuntime();
  const deadline = Date.now() + ms;
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => Date.now() > deadline);
  const context = runtime.newContext();
  const output = new Output(outputMax);
  addConsole(context, output);
  const failed = (text) => ({ error: limitOf(text) ?? "codeFailed", detail: text.slice(0, 1000), output: output.text });

  const evaluated = context.evalCode(code, "code.js");
  if (evaluated.error) return failed(failureText(context, evaluated.error));
  let value = evaluated.value;
  const jobs = runtime.executePendingJobs(JOBS_MAX);
  if (jobs.error) return failed(failureText(context, jobs.error));
  const promise = context.getPromiseState(value);
  if (promise.type === "rejected") return failed(failureText(context, promise.error));
  if (promise.type === "pending") return failed("Error: The code waits for something that never comes.");
  if (!promise.notAPromise) value = promise.value;
  const result = context.typeof(value) === "undefined" ? "" : shown(context, value, outputMax);
  return { value: { result, output: output.text, cut: output.cut || result.length >= outputMax } };
}

parentPort.on("message", async (job) => {
  try {
    const { output, ...reply } = run(await engineWith(job.memoryBytes), job);
    if (output && reply.detail) reply.detail += `\nOutput before it failed:\n${output.slice(0, 1000)}`;
    parentPort.postMessage(reply);
  } catch (error) {
    // The engine's own memory ran out, or it stopped itself.
    parentPort.postMessage({ error: "toolMemory", detail: String(error?.message ?? "").slice(0, 200) });
  }
});
// Everything is loaded: the work's own time begins.
parentPort.postMessage("ready");
