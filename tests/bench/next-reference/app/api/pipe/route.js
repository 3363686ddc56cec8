const UP = process.env.UPSTREAM || "http://127.0.0.1:9100/v1";
export const dynamic = "force-dynamic";
const HD = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};
const up = async (req) =>
  fetch(UP + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer x" },
    body: await req.text(),
    signal: req.signal,
  });

export async function POST(req) {
  const r = await up(req);
  return new Response(r.body, { status: r.status, headers: { ...HD, "content-type": r.headers.get("content-type") } });
}
