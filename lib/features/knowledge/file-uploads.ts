import { api } from "@/lib/client/api-client";
import { ApiError } from "@/lib/client/api-error";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { type Upload, UploadQueue } from "@/lib/ingestion/client/uploads";
import type { Segmentation } from "@/lib/retrieval/types";
import type { KnowledgeFileDto } from "./dto";
import { UPLOAD_FILES_MAX } from "./limits";

export interface UploadPlace {
  /** Of the base, by its path. */
  folder: string;
  /** Stands beside the file of its name, or takes its place as a newer version. */
  sameName?: "keep";
  replaces?: string;
  /** Null: as the base says. */
  segmentation?: Segmentation | null;
  /** It is read only, until its settings are said. */
  isHeld?: boolean;
}
export type FileUpload = Upload<UploadPlace, KnowledgeFileDto>;

/** Files of one upload, and bytes of each. */
export interface UploadLimits {
  filesMax: number;
  sizeMax: number;
}
/** spec 9; the center may set less. */
export const UPLOAD_LIMITS: UploadLimits = { filesMax: UPLOAD_FILES_MAX, sizeMax: PURPOSE_SIZE_MAX.knowledge! };

interface Refusal {
  error?: string;
  id?: string | null;
}

/** Files on their way into a base (spec F6, F9): a name that is taken is asked about before anything is sent. */
export class FileUploads extends UploadQueue<UploadPlace, KnowledgeFileDto> {
  constructor(baseId: string, { filesMax, sizeMax }: UploadLimits, onStored: (file: KnowledgeFileDto) => void) {
    super({
      filesMax,
      sizeMax,
      send: async ({ file, place }, options) => {
        const { folder, sameName, replaces, segmentation, isHeld } = place;
        if (replaces) {
          return api.upload(`/knowledge/files/${replaces}/versions`, { file, resumable: "knowledge" }, options);
        }
        if (!sameName) await assertFree(baseId, folder, file.name);
        const own = segmentation ? JSON.stringify(segmentation) : undefined;
        const fields = { folder, sameName, segmentation: own, hold: isHeld ? "1" : undefined };
        const path = `/knowledge/bases/${baseId}/files` as const;
        const { items } = await api.upload(path, { file, fields, resumable: "knowledge" }, options);
        const [item] = items;
        if (item?.id) return item;
        const { error, message, existingId } = item as Extract<typeof item, { id: null }>;
        throw new ApiError({ code: 409, message, data: { error, id: existingId } satisfies Refusal });
      },
      stateOf: ({ data }) => {
        const { error, id } = (data ?? {}) as Refusal;
        if (error === "knowledgeFileNameTaken" && id) return { kind: "taken", existingId: id };
        return error === "knowledgeFileExists" && id ? { kind: "duplicate", existingId: id } : null;
      },
      onStored,
    });
  }
}

async function assertFree(baseId: string, folder: string, name: string): Promise<void> {
  const { items } = await api.post(`/knowledge/bases/${baseId}/files/names`, { files: [{ folder, name }] });
  const [taken] = items;
  if (!taken) return;
  throw new ApiError({ code: 409, message: "", data: { error: "knowledgeFileNameTaken", id: taken.id } });
}
