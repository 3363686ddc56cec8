import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import { useEffect, useState } from "react";

type Renderer = typeof import("pdfjs-dist");

let loading: Promise<Renderer> | undefined;

/** The renderer, fetched with the first pdf somebody opens; its worker and its tables come from us. */
function loadRenderer(): Promise<Renderer> {
  loading ??= import("pdfjs-dist").then((renderer) => {
    renderer.GlobalWorkerOptions.workerSrc = `/api/reader/assets/worker/pdf.worker.min.mjs?v=${renderer.version}`;
    return renderer;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** A worker that waits for the next file: starting one takes longer than opening a file in it. */
let spare: PDFWorker | undefined;

function prepareWorker(renderer: Renderer): void {
  spare ??= new renderer.PDFWorker();
}

/** Every file has a worker of its own: a hostile one holds up nobody but itself. */
function takeWorker(renderer: Renderer): PDFWorker {
  const worker = spare ?? new renderer.PDFWorker();
  spare = undefined;
  return worker;
}

/** Fetches the renderer and starts a worker for the first file. */
export function prepareRenderer(): void {
  // A file that is being opened already has its own.
  loadRenderer().then(
    (renderer) => shared.size === 0 && prepareWorker(renderer),
    () => undefined,
  );
}

/** Reads at most this much at once: enough for most pages, little beside the whole of a big file. */
const CHUNK = 256 * 1024;

/** Bounds what one picture of a hostile file may take, in pixels. */
const PICTURE_MAX = 64 * 1024 * 1024;

export interface OpenPdf {
  renderer: Renderer;
  pdf: PDFDocumentProxy;
}

interface Shared {
  users: number;
  task?: PDFDocumentLoadingTask;
  worker?: PDFWorker;
  open: Promise<OpenPdf>;
}

/** Open files by version: the pages and their small pictures read one. Closed with the last that uses it. */
const shared = new Map<string, Shared>();

function take(versionId: string): Shared {
  const known = shared.get(versionId);
  if (known) {
    known.users += 1;
    return known;
  }
  const entry: Shared = { users: 1, open: loadRenderer().then((renderer) => openPdf(entry, renderer, versionId)) };
  shared.set(versionId, entry);
  return entry;
}

async function openPdf(entry: Shared, renderer: Renderer, versionId: string): Promise<OpenPdf> {
  const folder = (kind: string) => `/api/reader/assets/${kind}/`;
  entry.worker = takeWorker(renderer);
  entry.task = renderer.getDocument({
    worker: entry.worker,
    url: `/api/reader/${versionId}/file`,
    rangeChunkSize: CHUNK,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: folder("cmaps"),
    standardFontDataUrl: folder("fonts"),
    wasmUrl: folder("wasm"),
    // The worker asks nobody: its policy forbids it, the page fetches for it.
    useWorkerFetch: false,
    disableWorkerRendering: true,
    maxImageSize: PICTURE_MAX,
    verbosity: renderer.VerbosityLevel.ERRORS,
  });
  return { renderer, pdf: await entry.task.promise };
}

function giveBack(versionId: string, entry: Shared): void {
  entry.users -= 1;
  if (entry.users > 0) return;
  if (shared.get(versionId) === entry) shared.delete(versionId);
  entry.open
    .catch(() => undefined)
    .then(() => entry.task?.destroy())
    .catch(() => undefined)
    // Ours, and not the task's to end.
    .finally(() => entry.worker?.destroy());
}

/** The pdf behind a version, of which only the pages in view are fetched; of null nothing is opened. */
export function usePdf(versionId: string | null) {
  const [open, setOpen] = useState<OpenPdf | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it again
  useEffect(() => {
    if (!versionId) return;
    let isOver = false;
    setOpen(null);
    setFailed(false);
    const entry = take(versionId);
    entry.open.then(
      (opened) => !isOver && setOpen(opened),
      () => {
        // The next to ask tries anew.
        if (shared.get(versionId) === entry) shared.delete(versionId);
        if (!isOver) setFailed(true);
      },
    );
    return () => {
      isOver = true;
      giveBack(versionId, entry);
    };
  }, [versionId, attempt]);

  return { open, failed, retry: () => setAttempt((count) => count + 1) };
}
