/** How the client of a test answers: a token, or why there is none. Nothing at all: a browser that only says it is Teams. */
export interface TeamsAnswers {
  token?: string;
  refusal?: string;
}

/**
 * The side of the Teams desktop client that its library talks to in a window without a parent. It runs in the page, so it
 * names nothing of this module.
 */
export function speakAsTeams({ token, refusal }: TeamsAnswers): void {
  const runtime = { apiVersion: 4, isLegacyTeams: false, hostVersionsInfo: {}, supports: {} };
  const answers: Record<string, unknown[]> = {
    initialize: ["content", "desktop", JSON.stringify(runtime), "2.31.0"],
    "authentication.getAuthToken": token ? [true, token] : [false, refusal],
  };
  const client = window as unknown as {
    nativeInterface: unknown;
    onNativeMessage(message: { data: unknown }): void;
  };
  client.nativeInterface = {
    framelessPostMessage(text: string) {
      const { id, uuidAsString, func } = JSON.parse(text) as { id: number; uuidAsString: string; func: string };
      const args = answers[func];
      if (args) setTimeout(() => client.onNativeMessage({ data: { id, uuidAsString, args } }), 0);
    },
  };
}
