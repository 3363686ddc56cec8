import { v7 } from "uuid";
import { DELETE as deleteRoute, PATCH as patchRoute, GET as readRoute } from "@/app/api/apps/tools/[id]/route";
import { POST as tryRoute } from "@/app/api/apps/tools/[id]/try/route";
import { POST as importRoute } from "@/app/api/apps/tools/import/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/apps/tools/route";
import { closeDatabase } from "@/db/client";
import { resetEnv } from "@/lib/config/env";
import type {
  ApiImportDto,
  ApiOperationDto,
  OwnServerDetailDto,
  OwnServersDto,
  OwnTryDto,
} from "@/lib/features/tools/own-dto";
import { startOwnApi } from "../fakes/own-api.mjs";
import { answer } from "./call";
import { makePerson, type Person } from "./people";

/** Doors of own tools, two people who may make some, and an API of theirs. */
export interface OwnTools {
  api: Awaited<ReturnType<typeof startOwnApi>>;
  owner: Person;
  outsider: Person;
}

/** Starts what tests of own tools need, and ends it with them. */
export function withOwnTools(): OwnTools {
  const made = {} as OwnTools;
  beforeAll(async () => {
    made.api = await startOwnApi();
    made.owner = await makePerson({ codes: ["APPS:WORKBENCH:VIEW"] });
    made.outsider = await makePerson({ codes: ["APPS:WORKBENCH:VIEW"] });
  });
  beforeEach(() => {
    const plain = { seen: [], tokens: [], operations: 2, remark: 200, server: "", refuse: "", expires: 3600 };
    Object.assign(made.api.state, plain);
    made.api.state.revoked.clear();
    allowPrivate(made.api.port);
  });
  afterAll(async () => {
    allowPrivate();
    await made.api.close();
    await closeDatabase();
  });
  return made;
}

/** Ports of this machine that people may reach. */
export function allowPrivate(...ports: number[]): void {
  if (ports.length === 0) delete process.env.ALLOW_PRIVATE_NETWORK;
  else process.env.ALLOW_PRIVATE_NETWORK = ports.map((port) => `127.0.0.1:${port}`).join(",");
  resetEnv();
}

export const read = ({ token }: Person, body: object) => answer<ApiImportDto>(importRoute, { token, body });
export const create = ({ token }: Person, body: object) => answer<{ id: string }>(createRoute, { token, body });
export const patch = ({ token }: Person, id: string, body: object) =>
  answer(patchRoute, { token, params: { id }, body, method: "PATCH" });
export const get = ({ token }: Person, id: string) => answer<OwnServerDetailDto>(readRoute, { token, params: { id } });
export const remove = ({ token }: Person, id: string) =>
  answer(deleteRoute, { token, params: { id }, method: "DELETE" });
export const list = async ({ token }: Person) => (await answer<OwnServersDto>(listRoute, { token })).data!.items;
export const tried = ({ token }: Person, id: string, args: object) =>
  answer<OwnTryDto>(tryRoute, { token, params: { id }, body: { arguments: args } });

/** An operation as it was shown. */
export const choice = ({ id, method, address, revision }: ApiOperationDto) => ({ id, method, address, revision });

/** Tools of the API's description; answers their id. */
export async function imported(
  { api, owner }: OwnTools,
  ids: readonly string[] = ["getOrder0", "changeOrder0"],
  more: object = {},
): Promise<string> {
  const url = `${api.url}/openapi.json`;
  const { data } = await read(owner, { url });
  const operations = data!.operations.filter(({ id }) => ids.includes(id)).map(choice);
  return idOf(await create(owner, { name: `Orders ${v7()}`, url, operations, ...more }));
}

/** What the form of a tool made by hand holds. */
export const handForm = ({ api }: OwnTools, over: object = {}) => ({
  description: "Finds a parcel",
  method: "GET",
  address: `${api.url}/parcels/{number}`,
  parameters: [
    { name: "number", in: "path", type: "string", description: "Its number", required: true },
    { name: "depth", in: "query", type: "integer", description: "", required: false },
    { name: "X-Region", in: "header", type: "string", description: "", required: false },
  ],
  ...over,
});

export async function byHand(at: OwnTools, more: object = {}, over: object = {}): Promise<string> {
  return idOf(await create(at.owner, { name: `Parcels ${v7()}`, form: handForm(at, over), ...more }));
}

function idOf({ code, data }: { code: number; data: { id: string } | null | undefined }): string {
  if (code !== 200 || !data) throw new Error(`not made: ${code} ${JSON.stringify(data)}`);
  return data.id;
}
