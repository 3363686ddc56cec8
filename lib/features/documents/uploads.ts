import { api } from "@/lib/client/api-client";
import { type Upload as AnyUpload, UploadQueue } from "@/lib/ingestion/client/uploads";
import type { DocumentDto } from "./dto";
import { DOCUMENT_SIZE_MAX, DOCUMENTS_MAX } from "./limits";

interface Place {
  folderId: string | null;
}
export type Upload = AnyUpload<Place, DocumentDto>;

/** Files on their way to become documents. */
export class Uploads extends UploadQueue<Place, DocumentDto> {
  /** Hears of each document that was stored. */
  constructor(onStored: (document: DocumentDto) => void) {
    super({
      filesMax: DOCUMENTS_MAX,
      sizeMax: DOCUMENT_SIZE_MAX,
      send: ({ file, place: { folderId } }, options) =>
        api.upload("/documents", { file, fields: { folderId: folderId ?? undefined }, resumable: "document" }, options),
      stateOf: ({ code, data }) => {
        const existingId = (data as { documentId?: string } | null)?.documentId;
        return code === 409 && existingId ? { kind: "duplicate", existingId } : null;
      },
      onStored,
    });
  }

  addTo(files: readonly File[], folderId: string | null): void {
    this.add(files.map((file) => ({ file, place: { folderId } })));
  }
}
