/** Id of who is signed in, as far as this page has been told: what the browser keeps over a reload is theirs only. */
let person: string | null = null;

export const currentPerson = (): string | null => person;

export function setCurrentPerson(id: string): void {
  person = id;
}
