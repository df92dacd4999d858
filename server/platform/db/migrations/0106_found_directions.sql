-- Makes with an address of their own were set to trust their keys; now what a person chose is trusted until it is found to contradict the days.
update device set directions = 'found' where directions = 'trust' and dialect in ('hikvision', 'dahua', 'controlid', 'bioconnect', 'json');
