/** How long the other side of a channel is waited for, milliseconds; tests scale it down. */
export const channelTimes = { answer: 10_000 };
