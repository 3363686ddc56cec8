/** The environment of a child process: nothing of ours but what is named here (SECURITY rule 35). */
export function childEnvironment(given: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...given } as unknown as NodeJS.ProcessEnv;
}
