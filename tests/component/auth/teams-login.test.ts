import { STORED } from "@/lib/client/stored";
import { loginInTeams } from "@/lib/client/teams-login";
import { answerCalls } from "@/tests/factories/answers";
import { speakAsTeams } from "@/tests/setup/teams-client";

// One exchange a file: the library talks to one client for good.
it("takes the client's token to our call, keeps ours, and asks no foreign host for anything", async () => {
  speakAsTeams({ token: "token-of-the-client" });
  const seen = answerCalls({ "POST /api/login-teams": { data: { token: "t-1" } } });
  const ours = window.fetch;
  await loginInTeams();
  expect(localStorage.getItem(STORED.token)).toBe("t-1");
  expect(seen).toHaveLength(1);
  expect(JSON.stringify(seen[0])).toContain("token-of-the-client");
  expect(window.fetch).toBe(ours);
});

it("a client that refuses is a failure, and nothing is kept", async () => {
  localStorage.clear();
  speakAsTeams({ refusal: "CancelledByUser" });
  const seen = answerCalls({});
  await expect(loginInTeams()).rejects.toThrow("CancelledByUser");
  expect([localStorage.getItem(STORED.token), seen]).toEqual([null, []]);
});
