// What the page asks of eddy. Addresses are relative: the token is part of the page's own.
async function checked(response) {
  if (response.ok) return response;
  throw Object.assign(new Error((await response.text()).trim() || `status ${response.status}`), { answered: true });
}

export const getJson = async (path) => (await checked(await fetch(path))).json();
export const order = async (words) => (await checked(await fetch('order', { method: 'POST', body: words }))).json();

// null: nothing new.
export async function getFrame(values) {
  const query = new URLSearchParams(Object.entries(values).filter(([, v]) => v !== null && v !== undefined && v !== ''));
  const response = await checked(await fetch(`frame?${query}`));
  if (response.status === 204) return null;
  const bytes = await response.arrayBuffer();
  const length = new DataView(bytes).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)));
  return { ...head, values: new Uint16Array(bytes, 4 + length) };
}
