/** The library's other half, which the package does not describe; only the library itself looks inside. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  export const WorkerMessageHandler: object;
}
