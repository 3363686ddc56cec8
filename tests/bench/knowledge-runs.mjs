// The part `runs` of `bench:knowledge`: a recall test of 500 questions with its progress, and one that is cancelled.
import { get, makeBase, ms, row, untilReady, upload, WHOLE, wait } from "./knowledge-product.mjs";
import { post } from "./lib.mjs";
import { squadSet } from "./retrieval-sets.mjs";

const QUESTIONS = 500;
const LOOK_MS = 100;
const RUN_MS = 600_000;
/** A cancelled run has ended so soon. */
const CANCEL_MS = 2000;

export async function runs(at) {
  const [[, json]] = at.sets;
  const set = squadSet(json, { half: null });
  const baseId = await makeBase(at, { name: "recall runs" });
  const texts = set.passages.map((text, number) => ({ name: `${number}.txt`, text }));
  await upload(at, baseId, texts, WHOLE);
  await untilReady(at, baseId, texts.length);
  const count = Math.min(at.isQuick ? 50 : QUESTIONS, set.questions.length);
  const { id } = await post(`${at.address}/api/knowledge-operations/recall-sets`, { baseId, name: "bench" }, at.token);
  const { rows: files } = await at.pool.query(
    `select k.id, f.name from knowledge_files k join files f on f.id = k.file_id where k.base_id = $1`,
    [baseId],
  );
  const idOf = new Map(files.map((file) => [Number(file.name.split(".")[0]), file.id]));
  for (const { text, gains } of set.questions.slice(0, count)) {
    const expected = [...gains.keys()].slice(0, 1).map((passage) => ({ fileId: idOf.get(passage) }));
    await post(
      `${at.address}/api/knowledge-operations/recall-sets/${id}/items`,
      { question: text, expected },
      at.token,
    );
  }
  const whole = await run(at, id);
  const cancelled = await run(at, id, count / 4);
  return [
    row(`${count} questions`, ms(whole.ms), "", true),
    row("steps of progress seen", String(whole.steps), ">= 5", whole.steps >= 5),
    row("questions asked", String(whole.done), `= ${count}`, whole.done === count && whole.state === "done"),
    row(
      `cancelled at ${Math.round(cancelled.at)}: ended as ${cancelled.state}, after`,
      ms(cancelled.ms),
      `<= ${CANCEL_MS} ms`,
      cancelled.state === "cancelled" && cancelled.ms <= CANCEL_MS && cancelled.done < count,
    ),
  ];
}

/** Runs a set; with `until`, it is cancelled once so many questions were asked, and the time is that of ending. */
async function run(at, setId, until = Number.POSITIVE_INFINITY) {
  const route = "/knowledge-operations/recall-runs";
  let begin = performance.now();
  const { id } = await post(
    `${at.address}/api/knowledge-operations/recall-sets/${setId}/runs`,
    { settings: null, others: null },
    at.token,
  );
  const seen = new Set();
  let cancelledAt = null;
  for (const end = begin + RUN_MS; performance.now() < end; await wait(LOOK_MS)) {
    const { state, work } = await get(at, `${route}/${id}`);
    const done = work?.done ?? 0;
    seen.add(done);
    if (["done", "failed", "cancelled"].includes(state)) {
      return { ms: performance.now() - begin, steps: seen.size, done, state, at: cancelledAt };
    }
    if (cancelledAt === null && done >= until) {
      cancelledAt = done;
      begin = performance.now();
      await post(`${at.address}/api${route}/${id}/cancel`, {}, at.token);
    }
  }
  throw new Error("the run did not end");
}
