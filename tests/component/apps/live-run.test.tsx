import { ReadableStream } from "node:stream/web";
import { TextDecoder, TextEncoder } from "node:util";
import { useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { QueryProvider } from "@/lib/client/query-client";
import { runQuery } from "@/lib/features/apps/runs-hooks";
import { useLiveRun } from "@/lib/features/apps/runs-live";

const ID = "5b1f9a54-0000-7000-8000-000000000001";
// The browser of these tests has none.
Object.assign(globalThis, { TextDecoder, ReadableStream });
const encoder = new TextEncoder();

function Followed() {
  const { data } = useQuery(runQuery(ID));
  useLiveRun({ id: ID, status: "running" }, true);
  return <p>{data?.output}</p>;
}

it("a run whose steps end faster than it can be read is shown anew, and its end as well", async () => {
  let done = 0;
  let readings = 0;
  let stream: ReadableStreamDefaultController<Uint8Array>;
  globalThis.fetch = (async (url: string) => {
    const headers = new Headers({ "content-type": "application/x-ndjson" });
    if (String(url).endsWith("/stream")) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
        },
      });
      return { ok: true, status: 200, headers, body } as Response;
    }
    readings += 1;
    const data = { id: ID, status: "running", output: `${done} steps`, nodes: [] };
    // Longer than steps take.
    await new Promise((resolve) => setTimeout(resolve, 120));
    return { ok: true, status: 200, headers: new Headers(), json: async () => ({ code: 200, data, message: "" }) };
  }) as typeof fetch;
  render(
    <QueryProvider>
      <Followed />
    </QueryProvider>,
  );
  await screen.findByText("0 steps");
  const steps = setInterval(() => {
    done += 1;
    stream.enqueue(encoder.encode('{"changed":true}\n'));
  }, 20);
  await waitFor(() => expect(screen.queryByText("0 steps")).toBeNull());
  await waitFor(() => expect(readings).toBeGreaterThan(3), { timeout: 3000 });
  clearInterval(steps);
  // Steps that ended during the last reading are read once more.
  await screen.findByText(`${done} steps`, undefined, { timeout: 2000 });
  expect(readings).toBeLessThan(done);
});
