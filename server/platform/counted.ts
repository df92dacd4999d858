/** Returns a number with its unit: '1 punch', '2 punches'. */
export const counted = (size: number, one: string, many = `${one}s`) => `${size} ${size === 1 ? one : many}`;
