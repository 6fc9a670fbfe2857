"""What people have beyond one table."""
