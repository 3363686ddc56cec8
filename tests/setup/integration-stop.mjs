import { rm } from "node:fs/promises";

export default async function stop() {
  const { folder, close } = globalThis.integrationTests;
  await close();
  await rm(folder, { recursive: true, force: true });
}
