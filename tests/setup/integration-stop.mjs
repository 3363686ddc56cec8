import { rm } from "node:fs/promises";

export default async function stop() {
  const { dataDir, database } = globalThis.integrationTests;
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
