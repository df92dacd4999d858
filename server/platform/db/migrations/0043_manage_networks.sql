-- To decide where a terminal's punches are believed from is a right of its own: administrators who command devices and Owners have it.
update app_user set permissions = array_append(permissions, 'Device.MANAGE_NETWORKS')
where not 'Device.MANAGE_NETWORKS' = any(permissions) and (
  (role = 'admin' and 'Device.COMMAND' = any(permissions))
  or (role = 'employer'
    and permissions @> array['Attendance.CORRECT', 'Attendance.LOCK_PERIOD', 'Device.DELETE', 'Setup.MANAGE']));

-- Until now any employer could accept a network, and templates followed. Such a decision stays valid for punches, names and commands, but no longer for
-- templates: it becomes one that no person made, unless the trail shows that an administrator accepted the network.
update terminal_network n set decided_at = null, decided_by = null
where n.status = 'accepted' and n.decided_at is not null and not exists (
  select from audit_entry a
  join app_user u on u.user_id = a.actor_id and u.role = 'admin'
  join device d on d.account_id = n.account_id and d.device_id = n.device_id
  where a.account_id = n.account_id and a.action = 'device.quarantine' and a.target = d.serial_number
    and a.detail like 'accept ' || case when n.network = '*' then 'any network' else n.network end || ':%');
