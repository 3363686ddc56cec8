import { POST as CANCEL } from "@/app/api/admin/org/imports/[id]/cancel/route";
import { POST as CODES } from "@/app/api/admin/org/imports/[id]/codes/route";
import { POST as CONFIRM } from "@/app/api/admin/org/imports/[id]/confirm/route";
import { GET as ERRORS } from "@/app/api/admin/org/imports/[id]/errors/route";
import { GET as REFUSED } from "@/app/api/admin/org/imports/[id]/refused/route";
import { GET as ONE } from "@/app/api/admin/org/imports/[id]/route";
import { GET as LIST, POST as UPLOAD } from "@/app/api/admin/org/imports/route";
import type { ImportDto, ImportErrorDto } from "@/lib/features/organisation/import/dto";
import { type ExportCell, toXlsx } from "@/lib/files/table-export";
import { readTable } from "@/lib/files/table-import";
import { answer, call } from "./call";
import type { Person } from "./people";
import { runTasksOf } from "./tasks";

export interface ImportFile {
  bytes: Uint8Array;
  name?: string;
}

/** A real .xlsx file of these rows. */
export async function xlsx(header: string[], rows: ExportCell[][]): Promise<ImportFile> {
  return { bytes: new Uint8Array(await toXlsx([{ name: "Sheet", header, rows }])), name: "people.xlsx" };
}
export const csv = (text: string): ImportFile => ({ bytes: new TextEncoder().encode(text), name: "people.csv" });

type Asked = { kind?: "users" | "departments"; updateExisting?: boolean; createDepartments?: boolean };

/** The calls of imports as one person makes them. */
export function importsAs({ token }: Person) {
  const upload = (file: ImportFile, asked: Asked = {}) => {
    const raw = new FormData();
    raw.append("file", new File([file.bytes as BlobPart], file.name ?? "people.xlsx"));
    const form = new Response(raw);
    return answer<{ id: string }>(UPLOAD, {
      token,
      query: { kind: "users", ...asked },
      method: "POST",
      raw: form.body as ReadableStream,
      headers: { "content-type": form.headers.get("content-type")! },
    });
  };
  const read = async (id: string) => (await answer<ImportDto>(ONE, { token, params: { id } })).data!;
  return {
    upload,
    read,
    /** Uploads and does the checking job's work. */
    check: async (file: ImportFile, asked: Asked = {}) => {
      const { data, code, message } = await upload(file, asked);
      if (code !== 200) throw new Error(message);
      await runTasksOf(data!.id);
      return read(data!.id);
    },
    readCode: async (id: string) => (await answer(ONE, { token, params: { id } })).code,
    errors: async (id: string, page = 1, pageSize = 100) =>
      (
        await answer<{ items: ImportErrorDto[]; total: number }>(ERRORS, {
          token,
          params: { id },
          query: { page, pageSize },
        })
      ).data!,
    confirm: (id: string) => answer(CONFIRM, { token, method: "POST", params: { id } }),
    cancel: (id: string) => answer(CANCEL, { token, method: "POST", params: { id } }),
    list: async (kind = "users") =>
      (await answer<{ items: ImportDto[]; total: number }>(LIST, { token, query: { kind } })).data!,
    /** Rows of a file that a call answers, or its envelope's code. */
    refused: async (id: string) => cells(await call(REFUSED, { token, params: { id } })),
    codes: async (id: string) => cells(await call(CODES, { token, method: "POST", params: { id } })),
  };
}

export async function cells(response: Response): Promise<string[][] | number> {
  if (!response.headers.get("content-type")?.includes("spreadsheet")) return response.status;
  return readTable(new Uint8Array(await response.arrayBuffer()));
}
